"""`dealer version`: says which program this is, lists its hashes, makes a signed manifest, compares with one."""

from __future__ import annotations

import json
from pathlib import Path

import click

from dealer.cli.manifest import ROOT, Contents, ManifestError, compared, installed, read_manifest, signed


@click.command()
@click.option("--verify", is_flag=True, help="Print the hashes and compare them with a signed manifest.")
@click.option(
    "--manifest",
    metavar="[FILE]",
    is_flag=False,
    flag_value="",
    default=None,
    help="The manifest to compare with, or with --sign: to write (stdout without a FILE).",
)
@click.option("--sign", type=click.Path(path_type=Path), metavar="KEYFILE", help="The maker's Ed25519 key in PEM.")
@click.option("--key", type=click.Path(path_type=Path), metavar="FILE", help="The maker's public key in PEM.")
@click.option("--house", "houses", type=click.Path(path_type=Path), multiple=True, help="A house file of your own.")
@click.option("--json", "as_json", is_flag=True, help="JSON lines on stdout.")
def version(
    verify: bool, manifest: str | None, sign: Path | None, key: Path | None, houses: tuple[Path, ...], as_json: bool
) -> None:
    """Say which program this is; with --verify, prove it. Exit 1 if anything differs from the manifest."""
    if sign is not None and verify:
        raise click.UsageError("make a manifest with --manifest --sign KEYFILE, or compare with --verify, not both")
    if manifest is not None and sign is None and not verify:
        raise click.UsageError("add --sign KEYFILE to make a manifest, or --verify to compare with one")
    contents = installed(houses)
    if sign is not None:
        _write(signed(contents, sign), manifest or "")
    elif verify:
        _verify(contents, manifest, key, as_json=as_json)
    elif as_json:
        click.echo(json.dumps({"program": contents.program, "hash": contents.total, "files": len(contents.files)}))
    else:
        click.echo(f"dealer {contents.program}\n{contents.total} over {len(contents.files)} files and all parts")


def _write(text: str, manifest: str) -> None:
    if not manifest:
        click.echo(text, nl=False)
        return
    try:
        Path(manifest).write_text(text, encoding="utf-8")
    except OSError as error:
        raise ManifestError(f"{manifest}: cannot be written ({error.strerror})") from None


def _verify(contents: Contents, manifest: str | None, key: Path | None, *, as_json: bool) -> None:
    for kind, names in (("file", contents.files), ("house", contents.houses), ("part", contents.parts)):
        for name, digest in names.items():
            click.echo(json.dumps({kind: name, "sha256": digest}) if as_json else f"{digest}  {name}")
    path = Path(manifest) if manifest else ROOT / "manifest.json"
    if not path.exists():
        raise ManifestError(
            f"{path}: there is no manifest to compare with; get it from the maker, give --manifest FILE"
        )
    found = read_manifest(path, key)
    differences = compared(contents, found.contents)
    if as_json:
        told = {"ok": not differences, "hash": contents.total, "signer": found.signer, "key_given": key is not None}
        click.echo(json.dumps(told | {"differences": [{"what": each.what, "how": each.how} for each in differences]}))
    else:
        for each in differences:
            click.echo(f"{each.how}: {each.what}")
        whose = "the maker's key" if key is not None else "a key that you must know by another way, or give with --key"
        click.echo(f"signed with {found.signer}, {whose}")
        click.echo(f"{len(differences)} differences" if differences else "all is as in the manifest")
    if differences:
        raise click.exceptions.Exit(1)
