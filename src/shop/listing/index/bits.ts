/** Bit sets of slots: 100,000 products fit in 12 KB, and two sets are intersected in a few microseconds. */
export type Bits = Int32Array

/** An empty set for slots below `capacity`, which must be a multiple of 32. */
export const emptyBits = (capacity: number): Bits => new Int32Array(capacity >>> 5)

export const hasBit = (bits: Bits, slot: number): boolean => ((bits[slot >>> 5] ?? 0) & (1 << (slot & 31))) !== 0

export function setBit(bits: Bits, slot: number, isSet: boolean): boolean {
  const word = slot >>> 5
  const before = bits[word] ?? 0
  const mask = 1 << (slot & 31)
  const after = isSet ? before | mask : before & ~mask
  bits[word] = after
  return after !== before
}

export function intersectBits(bits: Bits, other: Bits): Bits {
  for (let word = 0; word < bits.length; word += 1) bits[word] = (bits[word] ?? 0) & (other[word] ?? 0)
  return bits
}

export function unionBits(bits: Bits, other: Bits): Bits {
  for (let word = 0; word < other.length; word += 1) bits[word] = (bits[word] ?? 0) | (other[word] ?? 0)
  return bits
}

export function subtractBits(bits: Bits, other: Bits): Bits {
  for (let word = 0; word < bits.length; word += 1) bits[word] = (bits[word] ?? 0) & ~(other[word] ?? 0)
  return bits
}

/** Number of set bits in a 32-bit word (SWAR algorithm). */
function popCount(word: number): number {
  let sum = word - ((word >>> 1) & 0x55555555)
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333)
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

export function countBits(bits: Bits): number {
  let count = 0
  for (let word = 0; word < bits.length; word += 1) count += popCount(bits[word] ?? 0)
  return count
}

/** Carry-save adders (Harley-Seal) of seven words need three population counts: half the time. */
export function countIntersection(bits: Bits, other: Bits): number {
  const length = Math.min(bits.length, other.length)
  const both = (word: number): number => (bits[word] ?? 0) & (other[word] ?? 0)
  let count = 0
  let word = 0
  for (; word + 6 < length; word += 7) {
    const [a, b, c] = [both(word), both(word + 1), both(word + 2)]
    const [d, e, f, g] = [both(word + 3), both(word + 4), both(word + 5), both(word + 6)]
    const firstSum = a ^ b ^ c
    const secondSum = firstSum ^ d ^ e
    const thirdSum = secondSum ^ f ^ g
    const firstCarry = majority(a, b, c)
    const secondCarry = majority(firstSum, d, e)
    const thirdCarry = majority(secondSum, f, g)
    count +=
      popCount(thirdSum) +
      2 * popCount(firstCarry ^ secondCarry ^ thirdCarry) +
      4 * popCount(majority(firstCarry, secondCarry, thirdCarry))
  }
  for (; word < length; word += 1) count += popCount(both(word))
  return count
}

const majority = (a: number, b: number, c: number): number => (a & b) | (c & (a ^ b))

/** Zero words of the set are skipped, which makes counting fast for filtered listings of a large shop. */
export function intersectionCounter(bits: Bits): (other: Bits) => number {
  const nonZeroWords = new Int32Array(bits.length)
  let used = 0
  for (let word = 0; word < bits.length; word += 1) if (bits[word] !== 0) nonZeroWords[used++] = word
  if (used > bits.length / 2) return (other) => countIntersection(bits, other)
  return (other) => {
    let count = 0
    for (let at = 0; at < used; at += 1) {
      const word = nonZeroWords[at] ?? 0
      count += popCount((bits[word] ?? 0) & (other[word] ?? 0))
    }
    return count
  }
}

export function forEachBit(bits: Bits, visit: (slot: number) => void): void {
  for (let word = 0; word < bits.length; word += 1) {
    let rest = bits[word] ?? 0
    while (rest !== 0) {
      visit((word << 5) + 31 - Math.clz32(rest & -rest))
      rest &= rest - 1
    }
  }
}

export function resizedBits(bits: Bits, capacity: number): Bits {
  const grown = emptyBits(capacity)
  grown.set(bits)
  return grown
}
