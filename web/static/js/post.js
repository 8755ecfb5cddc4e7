// Entries on their way to the table.
const token = document.querySelector("meta[name=csrf]").content;

export async function post(url, body) {
  return fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token },
    body: JSON.stringify(body),
  });
}

// {turn, refused, rule}; refused is null when it was entered. Throws when there is no connection.
export async function enter(entry, turn, url = document.body.dataset.entry) {
  const answer = await post(url, { entry, turn });
  const body = await answer.json();
  return { turn: body.turn ?? turn, refused: answer.ok ? null : body.refused ?? body.error, rule: body.rule ?? null };
}
