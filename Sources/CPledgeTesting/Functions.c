#define _GNU_SOURCE

#include "CPledgeTesting.h"

#include <stdlib.h>

#if defined(__linux__)
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// Where a task holds the address at which it continues, and the context of the function there. A
// context begins with that of the caller, and the address at which the caller continues.
enum { RESUME = 56, CONTEXT = 64 };

typedef struct {
  char *name;
  pledge_lines lines;
} search;

static char *(*demangler)(const char *, size_t, char *, size_t *, uint32_t);

__attribute__((constructor)) static void find_demangler(void) {
  *(void **)&demangler = dlsym(RTLD_DEFAULT, "swift_demangle");
}

static char *demangle(const char *name) {
  char *text = demangler ? demangler(name, strlen(name), NULL, NULL, 0) : NULL;
  return text != NULL ? text : strdup(name);
}

typedef struct {
  const char *start;
  size_t size;
} section;

// The contents of a section; none if the file, which may have been replaced, is too short for it.
static section contents(const char *file, size_t size, const ElfW(Shdr) *header) {
  if (header->sh_offset > size || header->sh_size > size - header->sh_offset) return (section){"", 0};
  return (section){file + header->sh_offset, header->sh_size};
}

// A text of a section, or an empty one.
static const char *text_at(section texts, size_t offset) {
  bool ends = offset < texts.size && memchr(texts.start + offset, 0, texts.size - offset) != NULL;
  return ends ? texts.start + offset : "";
}

// Looks in the table of all symbols, because a program exports few of them, and in that of lines.
static void find_in(const char *file, size_t size, uintptr_t offset, search *wanted) {
  const ElfW(Ehdr) *header = (const void *)file;
  if (size < sizeof *header || memcmp(file, ELFMAG, SELFMAG) != 0) return;
  const ElfW(Shdr) *sections = (const void *)(file + header->e_shoff);
  if (header->e_shoff > size || header->e_shnum > (size - header->e_shoff) / sizeof *sections) return;
  if (header->e_shstrndx >= header->e_shnum) return;
  section names = contents(file, size, &sections[header->e_shstrndx]);
  section lines = {0};
  for (int i = 0; i < header->e_shnum; i++) {
    if (sections[i].sh_type == SHT_NOBITS || sections[i].sh_flags & SHF_COMPRESSED) continue;
    section part = contents(file, size, &sections[i]);
    if (strcmp(text_at(names, sections[i].sh_name), ".debug_line") == 0) lines = part;
    if (sections[i].sh_type != SHT_SYMTAB || sections[i].sh_link >= header->e_shnum) continue;
    const ElfW(Sym) *symbols = (const void *)part.start;
    section strings = contents(file, size, &sections[sections[i].sh_link]);
    for (size_t j = 0; j < part.size / sizeof *symbols && wanted->name == NULL; j++) {
      if (ELF64_ST_TYPE(symbols[j].st_info) != STT_FUNC) continue;
      if (offset - symbols[j].st_value < symbols[j].st_size) wanted->name = demangle(text_at(strings, symbols[j].st_name));
    }
  }
  wanted->lines = pledge_lines_find(lines.start, lines.size, offset);
}

static void find_at(const char *path, uintptr_t offset, search *wanted) {
  int descriptor = open(*path != 0 ? path : "/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  struct stat status;
  if (fstat(descriptor, &status) == 0) {
    size_t size = (size_t)status.st_size;
    void *file = mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (file != MAP_FAILED) {
      find_in(file, size, offset, wanted);
      munmap(file, size);
    }
  }
  close(descriptor);
}

// The file that contains an address, and the address in it.
typedef struct {
  uintptr_t address;
  char path[4096];
} image;

// Only copies: the linker holds a lock, and takes it after others.
static int visit(struct dl_phdr_info *loaded, size_t size, void *context) {
  (void)size;
  image *wanted = context;
  for (int i = 0; i < loaded->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &loaded->dlpi_phdr[i];
    uintptr_t start = loaded->dlpi_addr + part->p_vaddr;
    if (part->p_type != PT_LOAD || wanted->address - start >= part->p_memsz) continue;
    wanted->address -= loaded->dlpi_addr;
    strncpy(wanted->path, loaded->dlpi_name, sizeof wanted->path - 1);
    return 1;
  }
  return 0;
}

pledge_place pledge_hooks_place(uintptr_t address) {
  search found = {0};
  image image = {.address = address};
  if (dl_iterate_phdr(visit, &image) != 0) find_at(image.path, image.address, &found);
  return (pledge_place){(uintptr_t)found.name, (uintptr_t)found.lines.path, found.lines.line, found.lines.next};
}

static int is_code(struct dl_phdr_info *image, size_t size, void *address) {
  (void)size;
  for (int i = 0; i < image->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &image->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    if (*(uintptr_t *)address - image->dlpi_addr - part->p_vaddr < part->p_memsz) return 1;
  }
  return 0;
}

uintptr_t pledge_hooks_resumption(pledge_job job) {
  return job.task == 0 ? 0 : *(const uintptr_t *)(job.address + RESUME);
}

size_t pledge_hooks_frames(pledge_job job, bool follows_call, uintptr_t frames, size_t limit) {
  uintptr_t *list = (uintptr_t *)frames;
  uintptr_t address = pledge_hooks_resumption(job);
  if (address == 0) return 0;
  const uintptr_t *context = *(const uintptr_t *const *)(job.address + CONTEXT);
  size_t count = 0;
  if (context != NULL && follows_call) context = (const uintptr_t *)context[0];
  while (count < limit && dl_iterate_phdr(is_code, &address) != 0) {
    list[count++] = address;
    if (context == NULL) break;
    address = context[1];
    context = (const uintptr_t *)context[0];
  }
  return count;
}
#else
pledge_place pledge_hooks_place(uintptr_t address) { return (pledge_place){.name = address * 0}; }
uintptr_t pledge_hooks_resumption(pledge_job job) { return job.address * 0; }
size_t pledge_hooks_frames(pledge_job job, bool follows_call, uintptr_t frames, size_t limit) { return job.task * follows_call * frames * limit * 0; }
#endif
