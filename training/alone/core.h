// The game alone: the rules of a turn, the search through it, and what a network is told of its end.
//
// The same code runs on a processor, where tests compare it with nonante.rules, and on a GPU, where 32 lanes of a warp
// share the work on one turn: LANES is a loop over them, and SYNC waits until all have come so far.
// Every pile rises, as in src/nonante/kernel/layout.py: falling ones are held upside down, and a card n counts 101 - n there.
#pragma once
#include <cstdint>
typedef uint64_t u64;
typedef uint32_t u32;
typedef uint8_t u8;

#ifdef __CUDACC__
#define BOTH __host__ __device__ __forceinline__
#else
#define BOTH inline
#endif
#ifdef __CUDA_ARCH__
#define LANES for (int lane = threadIdx.x & 31, once = 1; once; once = 0)
#define FIRST_LANE if ((threadIdx.x & 31) == 0)
#define SYNC __syncwarp()
#else
#define LANES for (int lane = 0; lane < 32; lane++)
#define FIRST_LANE
#define SYNC
#endif

// --- words of bits ---------------------------------------------------------------------------------------------------

BOTH int count64(u64 word) {
#ifdef __CUDA_ARCH__
  return __popcll(word);
#else
  return __builtin_popcountll(word);
#endif
}
BOTH int lowest64(u64 word) {  // of a word that is not 0
#ifdef __CUDA_ARCH__
  return __ffsll((long long)word) - 1;
#else
  return __builtin_ctzll(word);
#endif
}
BOTH int highest32(u32 word) {  // of a word that is not 0
#ifdef __CUDA_ARCH__
  return 31 - __clz(word);
#else
  return 31 - __builtin_clz(word);
#endif
}
BOTH u64 reversed64(u64 word) {
#ifdef __CUDA_ARCH__
  return __brevll(word);
#else
  word = ((word >> 1) & 0x5555555555555555ull) | ((word & 0x5555555555555555ull) << 1);
  word = ((word >> 2) & 0x3333333333333333ull) | ((word & 0x3333333333333333ull) << 2);
  word = ((word >> 4) & 0x0f0f0f0f0f0f0f0full) | ((word & 0x0f0f0f0f0f0f0f0full) << 4);
  return __builtin_bswap64(word);
#endif
}
BOTH int add_to(int *sum, int more) {  // what it was before
#ifdef __CUDA_ARCH__
  return atomicAdd(sum, more);
#else
  int before = *sum;
  *sum += more;
  return before;
#endif
}
BOTH void raise_to(int *most, int value) {
#ifdef __CUDA_ARCH__
  atomicMax(most, value);
#else
  if (value > *most) *most = value;
#endif
}
BOTH u32 put_if_free(u32 *place, u32 value) {  // what it was before: 0 where it was free
#ifdef __CUDA_ARCH__
  return atomicCAS(place, 0u, value);
#else
  u32 before = *place;
  if (!before) *place = value;
  return before;
#endif
}

// --- sets of cards: bit n for number n -------------------------------------------------------------------------------

struct Cards {
  u64 low, high;
};
BOTH Cards set_of(u64 low, u64 high) {
  Cards cards = {low, high};
  return cards;
}
BOTH Cards operator&(Cards a, Cards b) { return set_of(a.low & b.low, a.high & b.high); }
BOTH Cards operator|(Cards a, Cards b) { return set_of(a.low | b.low, a.high | b.high); }
BOTH Cards operator~(Cards a) { return set_of(~a.low, ~a.high); }
BOTH Cards card(int n) { return n < 64 ? set_of(1ull << n, 0) : set_of(0, 1ull << (n - 64)); }
BOTH bool any(Cards a) { return (a.low | a.high) != 0; }
BOTH int count(Cards a) { return count64(a.low) + count64(a.high); }
BOTH bool holds(Cards a, int n) { return n >= 0 && n < 128 && ((n < 64 ? a.low >> n : a.high >> (n - 64)) & 1); }
BOTH Cards above(int n) {  // all numbers above one
  int s = n + 1;
  return s >= 64 ? set_of(0, ~0ull << (s - 64)) : set_of(~0ull << s, ~0ull);
}
BOTH int lowest(Cards a) { return a.low ? lowest64(a.low) : a.high ? 64 + lowest64(a.high) : 0; }
BOTH int next_above(Cards a, int n) { return lowest(a & above(n)); }
BOTH Cards ten_up(Cards a) { return set_of(a.low << 10, a.high << 10 | a.low >> 54); }
BOTH Cards ten_down(Cards a) { return set_of(a.low >> 10 | a.high << 54, a.high >> 10); }
BOTH int pairs(Cards a) { return count(a & ten_down(a)); }
BOTH Cards upside_down(Cards a) {  // number n becomes 101 - n
  u64 low = reversed64(a.high), high = reversed64(a.low);
  return set_of(low >> 26 | high << 38, high >> 26);
}
BOTH u32 window(Cards a, int first) {  // 32 numbers from one on
  if (first <= -32 || first >= 128) return 0;
  if (first < 0) return (u32)(a.low << -first);
  if (first >= 64) return (u32)(a.high >> (first - 64));
  u64 word = a.low >> first;
  if (first > 32) word |= a.high << (64 - first);
  return (u32)word;
}
BOTH int nth64(u64 word, int rank) {
  int place = 0;
  for (int width = 32; width; width >>= 1) {
    int under = count64(word & ((1ull << width) - 1));
    if (rank >= under) rank -= under, word >>= width, place += width;
  }
  return place;
}
BOTH int nth(Cards a, int rank) {
  int under = count64(a.low);
  return rank < under ? nth64(a.low, rank) : 64 + nth64(a.high, rank - under);
}

// --- random numbers: SplitMix64 --------------------------------------------------------------------------------------

BOTH u64 mixed(u64 word) {
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9ull;
  word = (word ^ (word >> 27)) * 0x94d049bb133111ebull;
  return word ^ (word >> 31);
}
struct Random {
  u64 seed;
  BOTH int below(int count) {
    seed += 0x9e3779b97f4a7c15ull;
    return (int)(((mixed(seed) >> 32) * (u64)count) >> 32);
  }
};
BOTH Random stream(u64 seed, u64 number) {
  Random random = {mixed(seed + mixed(number + 0x632be59bd9b4e019ull))};
  return random;
}

// --- the rules -------------------------------------------------------------------------------------------------------

enum { PLAIN, STOP, SKULL, THREE, SILENCE, NO_RETRO, ONE_PILE, DRAW_ONE, FIRE, MARKS };
struct Game {
  int hand_size, least, special, commands;
  u8 mark[104];        // of every number
  Cards with[MARKS];   // the numbers that carry a mark
};
enum { NONE, OPEN, WON, LOST };  // how a turn's end stands; NONE is no end at all
struct State {  // before a turn, or after it and before the draw
  Cards hand, unseen;  // alone, what is unseen is the draw pile
  u8 height[4], status, spare;
  short score;  // of an end: how good it looks at a glance
  u64 tag;
};
BOTH int number(int height, int pile) { return pile < 2 ? height : 101 - height; }  // or the height of a number

BOTH void draw(State &state, int most, Random &random) {
  int left = count(state.unseen);
  for (; most > 0 && left > 0; most--, left--) {
    Cards drawn = card(nth(state.unseen, random.below(left)));
    state.unseen = state.unseen & ~drawn;
    state.hand = state.hand | drawn;
  }
}
BOTH int to_draw(const State &state, const Game &game) {
  int most = game.hand_size - count(state.hand);
  for (int pile = 0; pile < 4 && game.commands; pile++)
    if (most > 1 && game.mark[number(state.height[pile], pile)] == DRAW_ONE) most = 1;
  return most;
}
BOTH State dealt(const Game &game, Random random, u64 tag) {
  State state = {{0, 0}, {~3ull, (1ull << 36) - 1}, {1, 1, 1, 1}, OPEN, 0, 0, tag};
  draw(state, game.hand_size, random);
  return state;
}

// A turn as it goes: heights, places in Work::card of what is kept, duties. A number, so that two can be compared.
const int KEPT = 32, LOCK = 40, HAS_THREE = 43, SKULLS = 44, DUE = 48, MAY_END = 52, IS_OVER = 53, FREE = 4;
BOTH int height_at(u64 turn, int pile) { return turn >> 8 * pile & 255; }
BOTH u32 kept_in(u64 turn) { return turn >> KEPT & 255; }
BOTH int shown(u64 turn, const Game &game, int mark) {  // visible cards that carry it
  int cards = 0;
  for (int pile = 0; pile < 4; pile++) cards += game.mark[number(height_at(turn, pile), pile)] == mark;
  return cards;
}

#ifndef ROOM
#define ROOM 512
#endif
const int CAPACITY = ROOM, TABLE = 2 * ROOM, BUCKETS = 64;  // moments of a turn; where a turn needs three cards, 1024
struct Work {  // room for one turn
  u64 turn[CAPACITY];
  u32 met[TABLE];
  short score[CAPACITY];
  int bucket[BUCKETS];
  u8 card[8];
  int cards, found, best, limit, spare, least, flag;
  Cards unplayed;
};

// Lay a card; tell whether that keeps the game going. `retro` says whether cards may go back.
BOTH bool lay(const Game &game, const Work &work, u64 turn, int place, int pile, bool retro, u64 *after) {
  int lock = turn >> LOCK & 7, card = work.card[place], height = number(card, pile);
  int step = height - height_at(turn, pile);
  if (!(kept_in(turn) >> place & 1) || (lock != FREE && lock != pile) || (step <= 0 && !(step == -10 && retro))) return false;
  turn &= ~(1ull << MAY_END | 1ull << (KEPT + place) | 255ull << 8 * pile);
  turn |= (u64)height << 8 * pile;
  int laid = work.cards - count64(kept_in(turn)), mark = PLAIN;
  if (game.special) {
    mark = game.mark[card];
    turn &= ~(1ull << (SKULLS + pile) | 1ull << (DUE + pile));
    if (mark == SKULL) turn |= 1ull << (SKULLS + pile);
    if (mark == THREE) {
      if (laid > 3) return false;
      turn |= 1ull << HAS_THREE;
    }
    if (game.commands) {
      bool bound = shown(turn, game, ONE_PILE) > 0;
      if (!bound || lock == FREE) turn = (turn & ~(7ull << LOCK)) | (u64)(bound ? pile : FREE) << LOCK;
    }
  }
  bool three = turn >> HAS_THREE & 1, over = mark == STOP || (three && laid == 3) || !kept_in(turn);
  bool safe = !(three && laid != 3) && !(turn >> SKULLS & 255) && (laid >= work.least || mark == STOP);
  if (over && !safe) return false;
  *after = turn | (u64)safe << MAY_END | (u64)over << IS_OVER;
  return true;
}

// --- the search through a turn ---------------------------------------------------------------------------------------

BOTH Cards kept_cards(const Work &work, u64 turn) {
  Cards kept = set_of(0, 0);
  for (u32 places = kept_in(turn); places; places &= places - 1) kept = kept | card(work.card[lowest64(places)]);
  return kept;
}
// How many cards fit none of the piles, one, two, three.
BOTH void fits(Cards cards, const int *height, int *fitting) {
  Cards rise_1 = above(height[0]), rise_2 = above(height[1]);
  Cards fall_1 = ~above(100 - height[2]), fall_2 = ~above(100 - height[3]);
  for (int piles = 0; piles < 4; piles++) fitting[piles] = 0;
  Cards both_rise = cards & rise_1 & rise_2, one_rise = cards & (rise_1 | rise_2) & ~(rise_1 & rise_2);
  Cards no_rise = cards & ~(rise_1 | rise_2), both = fall_1 & fall_2, some = fall_1 | fall_2, one = some & ~both;
  fitting[0] = count(no_rise & ~some);
  fitting[1] = count(no_rise & one) + count(one_rise & ~some);
  fitting[2] = count(no_rise & both) + count(one_rise & one) + count(both_rise & ~some);
  fitting[3] = count(one_rise & both) + count(both_rise & one);
}
// How good a turn's end looks at a glance: `_score` in src/nonante/kernel/judging.py.
BOTH int glance(const Game &game, const Work &work, u64 turn) {
  int height[4] = {height_at(turn, 0), height_at(turn, 1), height_at(turn, 2), height_at(turn, 3)}, fitting[4];
  Cards kept = kept_cards(work, turn), gone = set_of(0, 0);
  for (u32 places = ((1u << work.cards) - 1) & ~kept_in(turn); places; places &= places - 1)
    gone = gone | card(work.card[lowest64(places)]);
  Cards unplayed = work.unplayed & ~gone;
  fits(unplayed, height, fitting);
  int score = 24 * pairs(kept) - 16 * count(unplayed) - 12 * fitting[0] - 4 * fitting[1] - fitting[2];
  for (int pile = 0; pile < 4; pile++) {
    score -= 2 * height[pile] + height[pile] / 2;
    int back = number(height[pile] - 10, pile);
    if (back < 101) score += 40 * holds(kept, back);
  }
  if (game.commands)
    score -= 32 * shown(turn, game, NO_RETRO) + 64 * shown(turn, game, ONE_PILE) + 48 * shown(turn, game, DRAW_ONE);
  if (game.special) score -= 48 * shown(turn, game, FIRE);
  return score;
}
BOTH int bucket_of(const Work &work, int place) {
  int bucket = (work.best - work.score[place]) >> 3;
  return bucket < BUCKETS ? bucket : BUCKETS - 1;
}
// Sort turns into buckets and find the last bucket that is needed for so many: work.limit, and how many of it: work.spare.
BOTH void choose(Work &work, int first, int last, int wanted, bool ends) {
  LANES {
    for (int bucket = lane; bucket < BUCKETS; bucket += 32) work.bucket[bucket] = 0;
    if (lane == 0) work.best = -(1 << 20);
  }
  SYNC;
  LANES {
    for (int place = first + lane; place < last; place += 32)
      if (!ends || work.turn[place] >> MAY_END & 1) raise_to(&work.best, work.score[place]);
  }
  SYNC;
  LANES {
    for (int place = first + lane; place < last; place += 32)
      if (!ends || work.turn[place] >> MAY_END & 1) add_to(&work.bucket[bucket_of(work, place)], 1);
  }
  SYNC;
  FIRST_LANE {
    int bucket = 0;
    for (; bucket < BUCKETS - 1 && wanted > work.bucket[bucket]; bucket++) wanted -= work.bucket[bucket];
    work.limit = bucket;
    work.spare = wanted;
  }
  SYNC;
}
BOTH bool chosen(Work &work, int place) {
  int bucket = bucket_of(work, place);
  return bucket < work.limit || (bucket == work.limit && add_to(&work.spare, -1) > 0);
}
BOTH void remember(Work &work, u64 turn) {
  u64 key = mixed(turn + 0x9e3779b97f4a7c15ull);
  u32 told = (u32)(key >> 32) | 1, place = key & (TABLE - 1);
  for (;; place = (place + 1) & (TABLE - 1)) {
    u32 before = put_if_free(&work.met[place], told);
    if (before == told) return;
    if (before == 0) break;
  }
  int at = add_to(&work.found, 1);
  if (at < CAPACITY) work.turn[at] = turn;
}
struct Breadth {
  int first, next, extra;  // turns gone on with below the minimum and from there on; cards beyond the minimum
};
// Find the turns of a state: afterwards work.turn[0 .. work.found) are all moments met, those with MAY_END its ends.
BOTH void search(Work &work, const Game &game, const State &state, Breadth breadth) {
  LANES {
    for (int place = lane; place < TABLE; place += 32) work.met[place] = 0;
    if (lane == 0) {
      int cards = 0;
      for (Cards hand = state.hand; any(hand) && cards < 8; cards++) {
        work.card[cards] = lowest(hand);
        hand = hand & ~card(work.card[cards]);
      }
      work.cards = cards, work.found = 1;
      work.least = any(state.unseen) ? game.least : 1;
      work.unplayed = state.hand | state.unseen;
      u64 turn = (u64)((1u << cards) - 1) << KEPT | (u64)FREE << LOCK;
      for (int pile = 0; pile < 4; pile++) {
        turn |= (u64)state.height[pile] << 8 * pile;
        if (game.special && game.mark[number(state.height[pile], pile)] == FIRE) turn |= 1ull << (DUE + pile);
      }
      work.turn[0] = turn, work.score[0] = 0;
    }
  }
  SYNC;
  int first = 0, last = 1, most = any(state.unseen) ? work.least + breadth.extra : work.cards;
  for (int depth = 1; depth <= most && first < last; depth++) {
    choose(work, first, last, depth <= work.least ? breadth.first : breadth.next, false);
    for (int place = first; place < last; place++) {
      u64 turn = work.turn[place];
      if (bucket_of(work, place) > work.limit || turn >> IS_OVER & 1) continue;
      bool retro = !game.commands || !shown(turn, game, NO_RETRO);
      LANES {
        u64 after;
        if (lay(game, work, turn, lane >> 2, lane & 3, retro, &after)) remember(work, after);
      }
      SYNC;
      bool full = work.found >= CAPACITY;
      SYNC;
      if (full) break;
    }
    first = last, last = work.found < CAPACITY ? work.found : CAPACITY;
    LANES {
      for (int place = first + lane; place < last; place += 32) work.score[place] = (short)glance(game, work, work.turn[place]);
    }
    SYNC;
  }
  FIRST_LANE work.found = last;
  SYNC;
}
// The state that an end leaves, before the draw.
BOTH State after(const Work &work, u64 turn, const State &before) {
  State state = before;
  state.hand = kept_cards(work, turn);
  for (int pile = 0; pile < 4; pile++) state.height[pile] = height_at(turn, pile);
  state.status = any(state.hand | state.unseen) ? OPEN : WON;
  return state;
}
// Whether the draw brings all cards there are, so that nothing is hidden any more; with commands that decides nothing.
BOTH bool decided(const State &state, const Game &game) {
  return !game.commands && count(state.unseen) + count(state.hand) <= game.hand_size;
}
// Whether all cards, at most 8, can be laid in one turn: for each pile which sets of them go there, then all ways to part
// them. A fire must be covered, so its pile gets a card.
BOTH bool all_fit(Work &work, const Game &game, const State &state) {
  u8 *last = (u8 *)work.turn;  // by pile and set: which cards may come last
  LANES {
    if (lane == 0) {
      int cards = 0;
      for (Cards hand = state.hand | state.unseen; any(hand); cards++) {
        work.card[cards] = lowest(hand);
        hand = hand & ~card(work.card[cards]);
      }
      work.cards = cards, work.flag = 0;
    }
  }
  SYNC;
  int full = (1 << work.cards) - 1;
  for (int size = 1; size <= work.cards; size++) {
    LANES {
      for (int at = lane; at < 4 * (full + 1); at += 32) {
        int pile = at & 3;
        u32 set = at >> 2, ends = 0;
        if (count64(set) != size) continue;
        for (u32 rest = set; rest; rest &= rest - 1) {
          int place = lowest64(rest), height = number(work.card[place], pile);
          u32 before = set & ~(1u << place), under = before ? last[pile * 256 + before] : 0;
          bool fits = false;
          if (!before) fits = height > state.height[pile] || height == state.height[pile] - 10;
          for (; under && !fits; under &= under - 1) {
            int top = number(work.card[lowest64(under)], pile);
            fits = height > top || height == top - 10;
          }
          if (fits) ends |= 1u << place;
        }
        last[pile * 256 + set] = ends;
      }
    }
    SYNC;
  }
  bool due[4];
  for (int pile = 0; pile < 4; pile++) due[pile] = game.special && game.mark[number(state.height[pile], pile)] == FIRE;
  LANES {
    for (u32 rising = lane; rising <= (u32)full; rising += 32) {
      bool good = true;
      for (int side = 0; side < 4 && good; side += 2) {
        u32 set = side ? full & ~rising : rising, one = set;
        for (good = false; !good; one = (one - 1) & set) {
          u32 other = set & ~one;
          good = (one ? last[side * 256 + one] != 0 : !due[side]) && (other ? last[side * 256 + 256 + other] != 0 : !due[side + 1]);
          if (!one) break;
        }
      }
      if (good) work.flag = 1;
    }
  }
  SYNC;
  return work.flag;
}

// --- what a network is told of a turn's end --------------------------------------------------------------------------

// The same as src/nonante/kernel/wide_features.py, which explains them. Words of 32 bits, then numbers.
const int PILE_WORDS = 11, PLAIN_WORDS = 4 * PILE_WORDS, MARK_WORDS = 10, ALL_WORDS = PLAIN_WORDS + MARK_WORDS, NUMBERS = 16;
BOTH u32 one_of(int value, int most) { return 1u << (value < most ? value : most); }

BOTH void sights(const Game &game, const State &state, u32 *word, float *x) {
  int h[4] = {state.height[0], state.height[1], state.height[2], state.height[3]};
  Cards hand = state.hand, unseen = state.unseen;
  for (int side = 0; side < 4; side += 2)
    if (h[side] > h[side + 1]) { int kept = h[side]; h[side] = h[side + 1], h[side + 1] = kept; }
  bool turned = h[0] + h[1] > h[2] + h[3] || (h[0] + h[1] == h[2] + h[3] && h[0] > h[2]);
  if (turned) {  // the roomier direction comes first
    int kept = h[0]; h[0] = h[2], h[2] = kept;
    kept = h[1], h[1] = h[3], h[3] = kept;
    hand = upside_down(hand), unseen = upside_down(unseen);
  }
  Cards hands[2] = {hand, upside_down(hand)}, others[2] = {unseen, upside_down(unseen)};
  Cards falls = ~above(100 - h[2]), rises = above(h[0]), every = hand | unseen;
  Cards only_rise = every & ~falls, only_fall = upside_down(every & ~rises), dead = every & ~falls & ~rises;
  int left = count(unseen), held = count(hand);
  for (int pile = 0; pile < 4; pile++) {
    int height = h[pile], side = pile >> 1;
    u32 *out = word + PILE_WORDS * pile;
    Cards mine = hands[side], theirs = others[side];
    out[0] = window(mine, height - 20), out[1] = window(mine, height + 12);
    out[2] = window(theirs, height - 20), out[3] = window(theirs, height + 12);
    out[4] = window(side ? only_fall : only_rise, height + 1);
    out[5] = window(side ? upside_down(dead) : dead, height - 32);
    out[6] = 0;
    out[7] = 1u << (height >> 2);
    int near = next_above(mine, height), second = near ? next_above(mine, near) : 0;
    int linked = next_above(mine & ten_up(mine), height);
    out[8] = one_of(near ? near - height : 31, 31);
    out[9] = one_of(second ? second - height : 31, 31);
    out[10] = one_of(linked ? linked - 10 - height + 9 : 31, 31);
  }
  int bucket = left <= 12 ? left : 13 + (left - 13) / 6;
  word[PILE_WORDS * (bucket / 7) + 7] |= 1u << (25 + bucket % 7);
  for (int place = PLAIN_WORDS; place < ALL_WORDS; place++) word[place] = 0;
  int least = 60, second = 60, total = 0;
  for (Cards rest = hand; any(rest);) {
    int number = lowest(rest), best = 60, at = 0;
    rest = rest & ~card(number);
    for (int pile = 0; pile < 4; pile++) {
      int step = (pile < 2 ? number : 101 - number) - h[pile];
      if (step == -10) step = 0;
      if (step >= 0 && step < best) best = step, at = pile;
    }
    if (best < 60) word[PILE_WORDS * at + 6] |= one_of(best, 31);
    int mark = game.special ? game.mark[turned ? 101 - number : number] : 0;
    if (mark) {
      int step = best / 2 < 15 ? best / 2 : 15;
      word[PLAIN_WORDS + 4 + (mark - 1) / 2] |= 1u << (16 * ((mark - 1) & 1) + step);
    }
    total += best;
    if (best < least) second = least, least = best;
    else if (best < second) second = best;
  }
  if (game.special) {
    for (int pile = 0; pile < 4; pile++) {  // of the top, of the nearest card held and of the one that goes back
      Cards mine = hands[pile >> 1];
      bool falling = (pile < 2) == turned;
      int near = next_above(mine, h[pile]), back = h[pile] - 10, top = h[pile];
      u32 out = 1u << game.mark[falling ? 101 - top : top];
      if (near) out |= 1u << (9 + game.mark[falling ? 101 - near : near]);
      if (holds(mine, back)) out |= 1u << (18 + game.mark[falling ? 101 - back : back]);
      word[PLAIN_WORDS + pile] = out;
    }
    for (int mark = 1; mark < MARKS; mark++) {  // how many are held and unseen
      Cards with = turned ? upside_down(game.with[mark]) : game.with[mark];
      int mine = count(hand & with), theirs = count(unseen & with);
      word[PLAIN_WORDS + 8] |= ((1u << (mine < 4 ? mine : 4)) - 1) << 4 * (mark - 1);
      word[PLAIN_WORDS + 9] |= ((1u << (theirs < 4 ? theirs : 4)) - 1) << 4 * (mark - 1);
    }
  }
  int fitting[4];
  fits(unseen, h, fitting);
  for (int piles = 0; piles < 4; piles++) x[piles] = fitting[piles] * 0.1f;
  fits(hand, h, fitting);
  for (int piles = 0; piles < 4; piles++) x[4 + piles] = fitting[piles] * 0.5f;
  x[8] = pairs(hand) * 0.5f;
  x[9] = (count(hand & ten_down(unseen)) + count(unseen & ten_down(hand))) * 0.2f;
  x[10] = pairs(unseen) * 0.03f;
  x[11] = held * 0.2f;
  x[12] = left * 0.01f;
  x[13] = (left < 12 ? left : 12) * 0.08f;
  x[14] = total * 0.01f;
  x[15] = 1.0f / (1 + least + second);
}
