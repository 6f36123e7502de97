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

// Where a task holds the address at which it continues.
enum { RESUME = 56 };

typedef struct {
  uintptr_t address;
  char *name;
} search;

static char *demangle(const char *name) {
  typedef char *(*demangler)(const char *, size_t, char *, size_t *, uint32_t);
  demangler demangle = (demangler)dlsym(RTLD_DEFAULT, "swift_demangle");
  return demangle ? demangle(name, strlen(name), NULL, NULL, 0) : NULL;
}

// Looks in the table of all symbols: a program exports few of them.
static char *name_in(const char *file, size_t size, uintptr_t offset) {
  const ElfW(Ehdr) *header = (const void *)file;
  if (size < sizeof *header || memcmp(file, ELFMAG, SELFMAG) != 0) return NULL;
  const ElfW(Shdr) *sections = (const void *)(file + header->e_shoff);
  if (header->e_shoff + header->e_shnum * sizeof *sections > size) return NULL;
  for (int i = 0; i < header->e_shnum; i++) {
    if (sections[i].sh_type != SHT_SYMTAB) continue;
    const ElfW(Sym) *symbols = (const void *)(file + sections[i].sh_offset);
    const char *strings = file + sections[sections[i].sh_link].sh_offset;
    for (size_t j = 0; j < sections[i].sh_size / sizeof *symbols; j++) {
      if (ELF64_ST_TYPE(symbols[j].st_info) != STT_FUNC) continue;
      if (offset - symbols[j].st_value < symbols[j].st_size) return demangle(strings + symbols[j].st_name);
    }
  }
  return NULL;
}

static char *name_at(const char *path, uintptr_t offset) {
  int descriptor = open(*path != 0 ? path : "/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return NULL;
  struct stat status;
  char *name = NULL;
  if (fstat(descriptor, &status) == 0) {
    size_t size = (size_t)status.st_size;
    void *file = mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (file != MAP_FAILED) {
      name = name_in(file, size, offset);
      munmap(file, size);
    }
  }
  close(descriptor);
  return name;
}

static int visit(struct dl_phdr_info *image, size_t size, void *context) {
  (void)size;
  search *wanted = context;
  for (int i = 0; i < image->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &image->dlpi_phdr[i];
    uintptr_t start = image->dlpi_addr + part->p_vaddr;
    if (part->p_type != PT_LOAD || wanted->address - start >= part->p_memsz) continue;
    wanted->name = name_at(image->dlpi_name, wanted->address - image->dlpi_addr);
    return 1;
  }
  return 0;
}

uintptr_t pledge_hooks_continuation(pledge_job job) {
  return job.task == 0 ? 0 : *(const uintptr_t *)(job.address + RESUME);
}

uintptr_t pledge_hooks_function(uintptr_t address) {
  search wanted = {.address = address};
  dl_iterate_phdr(visit, &wanted);
  return (uintptr_t)wanted.name;
}
#else
uintptr_t pledge_hooks_continuation(pledge_job job) { return job.task * 0; }
uintptr_t pledge_hooks_function(uintptr_t address) { return address * 0; }
#endif
