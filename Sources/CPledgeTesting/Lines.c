#define _GNU_SOURCE

#include "CPledgeTesting.h"

#if defined(__linux__)
#include <stdlib.h>
#include <string.h>

// Reads line tables of DWARF 4 (.debug_line), which Swift 6.2 and 6.3 write.

typedef struct {
  const char *name;
  uint64_t folder;
} file_entry;

typedef struct {
  const char *at, *end;
} reader;

static uint64_t fixed(reader *reader, size_t size) {
  uint64_t value = 0;
  if (size > sizeof value || (size_t)(reader->end - reader->at) < size) return reader->at = reader->end, 0;
  memcpy(&value, reader->at, size);
  reader->at += size;
  return value;
}

// A number in LEB128; a negative one if it is signed.
static int64_t number(reader *reader, bool is_signed) {
  uint64_t value = 0, byte = 0x80;
  unsigned shift = 0;
  for (; byte & 0x80 && reader->at < reader->end && shift < 64; shift += 7) {
    byte = (unsigned char)*reader->at++;
    value |= (byte & 0x7F) << shift;
  }
  if (is_signed && shift < 64 && byte & 0x40) value |= ~UINT64_C(0) << shift;
  return (int64_t)value;
}

// A text, or an empty one if it does not end within the table.
static const char *text(reader *reader) {
  const char *start = reader->at;
  const char *end = memchr(start, 0, (size_t)(reader->end - start));
  if (end == NULL) return reader->at = reader->end, "";
  reader->at = end + 1;
  return start;
}

// Reads a list of folders or files to its end, and returns the entry with a number, which begins at one.
static file_entry entry_at(reader *reader, uint64_t wanted, bool is_file) {
  file_entry found = {.name = ""};
  for (uint64_t index = 1; reader->at < reader->end && *reader->at != 0; index++) {
    file_entry entry = {.name = text(reader)};
    if (is_file) entry.folder = (uint64_t)number(reader, false);
    for (int i = 0; is_file && i < 2; i++) number(reader, false);
    if (index == wanted) found = entry;
  }
  if (reader->at < reader->end) reader->at++;
  return found;
}

typedef struct {
  uint64_t address, file, line;
} row;

typedef struct {
  uint64_t wanted;
  // The row of the address, and the first one after it with a later line.
  row found, next;
  bool has_found;
} query;

// Compares a row with the previous one; returns whether nothing is left to find.
static bool take_row(query *query, row previous, row current, bool is_first) {
  if (!query->has_found) {
    query->has_found = !is_first && query->wanted - previous.address < current.address - previous.address;
    if (!query->has_found) return false;
    query->found = previous;
  }
  if (current.file != query->found.file || current.line <= query->found.line) return false;
  query->next = current;
  return true;
}

typedef struct {
  unsigned minimum, range, base;
  int line_base;
  const unsigned char *lengths;
} program;

// Runs the program of a unit until the rows are found.
static void run(reader reader, program program, query *query) {
  row state = {.file = 1, .line = 1}, previous = state;
  bool is_first = true;
  while (reader.at < reader.end) {
    unsigned code = (unsigned)fixed(&reader, 1);
    bool emits = code == 1, ends = false;
    if (code >= program.base) {
      unsigned adjusted = code - program.base;
      state.address += adjusted / program.range * program.minimum;
      state.line += (uint64_t)(program.line_base + (int)(adjusted % program.range));
      emits = true;
    } else if (code == 0) {
      size_t length = (size_t)number(&reader, false);
      const char *start = reader.at;
      if (length == 0 || length > (size_t)(reader.end - start)) return;
      unsigned extended = (unsigned)fixed(&reader, 1);
      if (extended == 2) state.address = fixed(&reader, length - 1);
      emits = ends = extended == 1;
      reader.at = start + length;
    } else if (code == 2) state.address += (uint64_t)number(&reader, false) * program.minimum;
    else if (code == 3) state.line += (uint64_t)number(&reader, true);
    else if (code == 4) state.file = (uint64_t)number(&reader, false);
    else if (code == 8) state.address += (255 - program.base) / program.range * program.minimum;
    else if (code == 9) state.address += fixed(&reader, 2);
    else for (unsigned i = 0; i < program.lengths[code]; i++) number(&reader, false);
    if (!emits) continue;
    if (take_row(query, previous, state, is_first)) return;
    if (ends && query->has_found) return;
    previous = state;
    is_first = ends;
    if (ends) state = (row){.file = 1, .line = 1};
  }
}

// Joins the name of a file with that of its folder, from the lists of both.
static char *path_of(reader lists, uint64_t number) {
  reader folders = lists;
  entry_at(&lists, 0, false);
  file_entry file = entry_at(&lists, number, true);
  const char *folder = entry_at(&folders, file.folder, false).name;
  if (*file.name == 0) return NULL;
  if (*file.name == '/' || *folder == 0) folder = "";
  char *path = malloc(strlen(folder) + strlen(file.name) + 2);
  if (path == NULL) return NULL;
  strcpy(path, folder);
  if (*folder != 0) strcat(path, "/");
  return strcat(path, file.name);
}

pledge_lines pledge_lines_find(const char *section, size_t size, uint64_t address) {
  reader all = {section, section + size};
  while (all.at < all.end) {
    reader unit = all;
    size_t length = fixed(&unit, 4);
    // Not the form with 64 bits, which compilers use for larger tables than these.
    if (length >= 0xFFFFFFF0 || length > (size_t)(unit.end - unit.at)) break;
    all.at = unit.end = unit.at + length;
    if (fixed(&unit, 2) != 4) continue;
    length = fixed(&unit, 4);
    if (length > (size_t)(unit.end - unit.at)) continue;
    reader rows = unit;
    rows.at += length;
    program program = {.minimum = (unsigned)fixed(&unit, 1)};
    fixed(&unit, 2);
    program.line_base = (signed char)fixed(&unit, 1);
    program.range = (unsigned)fixed(&unit, 1);
    program.base = (unsigned)fixed(&unit, 1);
    program.lengths = (const unsigned char *)unit.at - 1;
    if (program.range == 0 || program.base == 0 || program.base - 1 > (size_t)(unit.end - unit.at)) continue;
    query query = {.wanted = address};
    run(rows, program, &query);
    if (!query.has_found) continue;
    unit.at += program.base - 1;
    char *path = path_of(unit, query.found.file);
    return (pledge_lines){path, (unsigned)query.found.line, (unsigned)query.next.line};
  }
  return (pledge_lines){0};
}
#endif
