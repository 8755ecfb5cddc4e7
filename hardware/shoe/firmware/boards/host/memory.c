/* The ring's chip: a file that outlives the process, and in which a write can be torn at any byte. */
#define _DEFAULT_SOURCE

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host.h"

bool memory_open(memory *m, const char *path, uint32_t size)
{
    m->size = size;
    m->left = -1;
    m->lost = false;
    if (path == NULL) {
        m->bytes = calloc(1, size);
        return m->bytes != NULL;
    }
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0 || ftruncate(file, (off_t)size) != 0) {
        return false;
    }
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    m->bytes = at == MAP_FAILED ? NULL : at;
    return m->bytes != NULL;
}

void memory_wipe(memory *m)
{
    memset(m->bytes, 0xFF, m->size);
}

bool memory_read(void *ctx, uint32_t at, void *to, uint32_t n)
{
    const memory *m = ctx;
    if (m->lost || at > m->size || n > m->size - at) {
        return false;
    }
    memcpy(to, m->bytes + at, n);
    return true;
}

bool memory_write(void *ctx, uint32_t at, const void *from, uint32_t n)
{
    memory *m = ctx;
    if (m->lost || at > m->size || n > m->size - at) {
        return false;
    }
    uint32_t take = n;
    if (m->left >= 0) {
        take = m->left < (int64_t)n ? (uint32_t)m->left : n;
        m->left -= take;
        m->lost = take < n;
    }
    memcpy(m->bytes + at, from, take);
    return take == n;
}
