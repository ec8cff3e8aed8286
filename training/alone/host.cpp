// The core for a processor, for tests: g++ -O2 -std=c++17 -shared -fPIC -o libhost.so host.cpp
#include "core.h"

static Work work;

extern "C" {
int state_size() { return sizeof(State); }
// Write all ends that the search finds, up to so many; return how many, or -1 where it had no room for all.
int ends_of(const Game *game, const State *state, int first, int next, int extra, State *ends, int most) {
  search(work, *game, *state, Breadth{first, next, extra});
  int found = 0;
  for (int place = 0; place < work.found; place++)
    if (work.turn[place] >> MAY_END & 1 && found < most) ends[found++] = after(work, work.turn[place], *state);
  return work.found < CAPACITY ? found : -1;
}
int all_cards_fit(const Game *game, const State *state) { return all_fit(work, *game, *state); }
int cards_to_draw(const Game *game, const State *state) { return to_draw(*state, *game); }
int sights_of_end(const Game *game, const State *state, u32 *words, float *numbers) {
  sights(*game, *state, words, numbers);
  return ALL_WORDS;
}
}
