// What a GPU does of the training: deal, search turns, draw, and write inputs; PyTorch does the rest.
// nvcc -O3 -std=c++17 -arch=sm_90 -Xcompiler -fPIC -shared -o libalone.so kernels.cu
#include "core.h"
#include <cstdio>
#include <cuda_fp16.h>

__constant__ Game game;

__global__ void deal_kernel(State *states, int n, u64 seed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) states[i] = dealt(game, stream(seed, i), states[i].tag);
}

const int WARPS = 4;
// Write the `wanted` ends that look best of each open state, and NONE behind them; one warp a state.
__global__ void __launch_bounds__(32 * WARPS) search_kernel(const State *states, int n, int wanted, Breadth breadth, State *ends) {
  extern __shared__ Work rooms[];
  Work &work = rooms[threadIdx.x >> 5];
  int i = blockIdx.x * WARPS + (threadIdx.x >> 5), lane = threadIdx.x & 31;
  if (i >= n) return;
  State before = states[i];
  State *out = ends + (size_t)i * wanted;
  if (before.status != OPEN) {
    for (int place = lane; place < wanted; place += 32) out[place].status = NONE;
    return;
  }
  search(work, game, before, breadth);
  choose(work, 0, work.found, wanted, true);
  if (lane == 0) work.flag = 0;
  __syncwarp();
  int found = work.found;
  for (int place = lane; place < found; place += 32)
    if (work.turn[place] >> MAY_END & 1 && chosen(work, place)) {
      int at = atomicAdd(&work.flag, 1);
      if (at < wanted) {
        out[at] = after(work, work.turn[place], before);
        out[at].score = work.score[place];
      }
    }
  __syncwarp();
  int count_ = work.flag < wanted ? work.flag : wanted;
  __syncwarp();
  for (int place = count_ + lane; place < wanted; place += 32) out[place].status = NONE;
  for (int place = 0; place < count_; place++) {  // where nothing is hidden any more, the game is played out
    State end = out[place];
    if (end.status == OPEN && decided(end, game)) {
      bool won = all_fit(work, game, end);
      if (lane == 0) out[place].status = won ? WON : LOST;
      __syncwarp();
    }
  }
}

__global__ void draw_kernel(const State *ends, int n, u64 seed, State *states) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  State state = ends[i];
  Random random = stream(seed, i);
  draw(state, to_draw(state, game), random);
  states[i] = state;
}

// Deal the next hand of every end in `worlds` ways, all ends of a question (`each` in a row) alike: the unseen cards are
// shuffled and handed out group by group, so that each comes as often as any other.
__global__ void worlds_kernel(const State *ends, int n, int each, int worlds, u64 seed, State *states) {
  long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (i >= (long)n * worlds) return;
  int end = i / worlds, world = i % worlds;
  State state = ends[end];
  if (state.status == OPEN) {
    int left = count(state.unseen), size = to_draw(state, game), listed = 0;
    if (size > left) size = left;
    int groups = size ? left / size : 1, deck = world / groups, group = world % groups;
    u8 cards[96];
    for (Cards rest = state.unseen; any(rest); rest = rest & ~card(cards[listed++])) cards[listed] = lowest(rest);
    Random random = stream(seed, (u64)(end / each) * 65536 + deck);
    for (int place = 0; place < (group + 1) * size; place++) {
      int other = place + random.below(left - place);
      u8 kept = cards[place];
      cards[place] = cards[other], cards[other] = kept;
    }
    for (int place = group * size; place < (group + 1) * size; place++) {
      state.hand = state.hand | card(cards[place]);
      state.unseen = state.unseen & ~card(cards[place]);
    }
  }
  states[i] = state;
}

const int ROW = ALL_WORDS + NUMBERS + 1;  // odd, so that lanes meet different banks
__global__ void __launch_bounds__(32) sights_kernel(const State *states, int n, int words, __half *inputs) {
  __shared__ u32 room[32 * ROW];
  int lane = threadIdx.x, first = blockIdx.x * 32, width = 32 * words + NUMBERS;
  if (first + lane < n) sights(game, states[first + lane], room + lane * ROW, (float *)room + lane * ROW + ALL_WORDS);
  __syncwarp();
  for (int i = 0; i < 32 && first + i < n; i++) {
    const u32 *mine = room + i * ROW;
    __half *out = inputs + (size_t)(first + i) * width;
    for (int at = lane; at < 4 * words; at += 32) {
      u32 bits = mine[at >> 2] >> 8 * (at & 3);
      uint4 eight;
      eight.x = (bits & 1 ? 0x3c00u : 0) | (bits & 2 ? 0x3c000000u : 0);
      eight.y = (bits & 4 ? 0x3c00u : 0) | (bits & 8 ? 0x3c000000u : 0);
      eight.z = (bits & 16 ? 0x3c00u : 0) | (bits & 32 ? 0x3c000000u : 0);
      eight.w = (bits & 64 ? 0x3c00u : 0) | (bits & 128 ? 0x3c000000u : 0);
      ((uint4 *)out)[at] = eight;
    }
    if (lane < NUMBERS) out[32 * words + lane] = __float2half(((const float *)mine)[ALL_WORDS + lane]);
  }
}

static int checked(const char *where) {
  cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) printf("%s: %s\n", where, cudaGetErrorString(error));
  return (int)error;
}
extern "C" {
int play_by(const Game *rules) {
  cudaMemcpyToSymbol(game, rules, sizeof(Game));
  cudaFuncSetAttribute(search_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, WARPS * (int)sizeof(Work));
  return checked("play_by");
}
int deal_all(State *states, int n, u64 seed, cudaStream_t stream) {
  deal_kernel<<<(n + 127) / 128, 128, 0, stream>>>(states, n, seed);
  return checked("deal");
}
int search_all(const State *states, int n, int wanted, int first, int next, int extra, State *ends, cudaStream_t stream) {
  Breadth breadth = {first, next, extra};
  search_kernel<<<(n + WARPS - 1) / WARPS, 32 * WARPS, WARPS * sizeof(Work), stream>>>(states, n, wanted, breadth, ends);
  return checked("search");
}
int draw_all(const State *ends, int n, u64 seed, State *states, cudaStream_t stream) {
  draw_kernel<<<(n + 127) / 128, 128, 0, stream>>>(ends, n, seed, states);
  return checked("draw");
}
int deal_worlds(const State *ends, int n, int each, int worlds, u64 seed, State *states, cudaStream_t stream) {
  worlds_kernel<<<(int)(((long)n * worlds + 127) / 128), 128, 0, stream>>>(ends, n, each, worlds, seed, states);
  return checked("worlds");
}
int sights_of(const State *states, int n, int words, __half *inputs, cudaStream_t stream) {
  sights_kernel<<<(n + 31) / 32, 32, 0, stream>>>(states, n, words, inputs);
  return checked("sights");
}
}
