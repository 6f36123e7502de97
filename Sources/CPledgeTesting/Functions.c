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
  uintptr_t address;
  bool is_for_lines;
  char *name;
  pledge_lines lines;
} search;

static char *demangle(const char *name) {
  typedef char *(*demangler)(const char *, size_t, char *, size_t *, uint32_t);
  demangler demangle = (demangler)dlsym(RTLD_DEFAULT, "swift_demangle");
  char *text = demangle ? demangle(name, strlen(name), NULL, NULL, 0) : NULL;
  return text != NULL ? text : strdup(name);
}

typedef struct {
  const char *start;
  size_t size;
} section;

// Looks in the table of all symbols, because a program exports few of them, and in that of lines.
static void find_in(const char *file, size_t size, uintptr_t offset, search *wanted) {
  const ElfW(Ehdr) *header = (const void *)file;
  if (size < sizeof *header || memcmp(file, ELFMAG, SELFMAG) != 0) return;
  const ElfW(Shdr) *sections = (const void *)(file + header->e_shoff);
  if (header->e_shoff + header->e_shnum * sizeof *sections > size) return;
  const char *names = file + sections[header->e_shstrndx].sh_offset;
  section lines = {0};
  for (int i = 0; i < header->e_shnum; i++) {
    const char *name = names + sections[i].sh_name;
    section part = {file + sections[i].sh_offset, sections[i].sh_size};
    if (sections[i].sh_flags & SHF_COMPRESSED) continue;
    if (strcmp(name, ".debug_line") == 0) lines = part;
    if (sections[i].sh_type != SHT_SYMTAB) continue;
    const ElfW(Sym) *symbols = (const void *)part.start;
    const char *strings = file + sections[sections[i].sh_link].sh_offset;
    for (size_t j = 0; j < part.size / sizeof *symbols && wanted->name == NULL; j++) {
      if (ELF64_ST_TYPE(symbols[j].st_info) != STT_FUNC) continue;
      if (offset - symbols[j].st_value < symbols[j].st_size) wanted->name = demangle(strings + symbols[j].st_name);
    }
  }
  if (wanted->is_for_lines) wanted->lines = pledge_lines_find(lines.start, lines.size, offset);
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

static int visit(struct dl_phdr_info *image, size_t size, void *context) {
  (void)size;
  search *wanted = context;
  for (int i = 0; i < image->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &image->dlpi_phdr[i];
    uintptr_t start = image->dlpi_addr + part->p_vaddr;
    if (part->p_type != PT_LOAD || wanted->address - start >= part->p_memsz) continue;
    find_at(image->dlpi_name, wanted->address - image->dlpi_addr, wanted);
    return 1;
  }
  return 0;
}

pledge_place pledge_hooks_place(uintptr_t address) {
  search wanted = {.address = address, .is_for_lines = true};
  dl_iterate_phdr(visit, &wanted);
  return (pledge_place){(uintptr_t)wanted.name, (uintptr_t)wanted.lines.path, wanted.lines.line, wanted.lines.next};
}

// Whether a function gets the context of the one that it has called, in place of its own.
static bool follows_call(uintptr_t address) {
  search wanted = {.address = address};
  dl_iterate_phdr(visit, &wanted);
  bool follows = wanted.name != NULL && strstr(wanted.name, "await resume partial function") != NULL;
  free(wanted.name);
  return follows;
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

size_t pledge_hooks_frames(pledge_job job, uintptr_t frames, size_t limit) {
  if (job.task == 0) return 0;
  uintptr_t *list = (uintptr_t *)frames;
  uintptr_t address = *(const uintptr_t *)(job.address + RESUME);
  const uintptr_t *context = *(const uintptr_t *const *)(job.address + CONTEXT);
  size_t count = 0;
  if (context != NULL && follows_call(address)) context = (const uintptr_t *)context[0];
  while (count < limit && dl_iterate_phdr(is_code, &address) != 0) {
    list[count++] = address;
    if (context == NULL) break;
    address = context[1];
    context = (const uintptr_t *)context[0];
  }
  return count;
}
#else
pledge_place pledge_hooks_place(uintptr_t address) { return (pledge_place){address * 0}; }
size_t pledge_hooks_frames(pledge_job job, uintptr_t frames, size_t limit) { return job.task * frames * limit * 0; }
#endif
