import { maxCents } from '../money/money.ts'

/**
 * What an owner may write as the cost of a flat rate: '9.95', '5 + 2 * [qty]', '[fee percent="10" min_fee="4"]'. The
 * small language that owners of such shops know: + - * / ( ), [qty] pieces, [cost] of the goods, [fee] a percentage of
 * the goods with a least and a most. Reckoned in exact fractions and rounded once, half away from nothing.
 */

export type CostFormula = (pack: PackToCost) => number

/** What a cost may depend on. `goodsCents` after discounts, before tax. */
export type PackToCost = { readonly quantity: number; readonly goodsCents: number }

export type ReadFormula =
  | { readonly ok: true; readonly formula: CostFormula }
  | { readonly ok: false; readonly problem: string }

/** Numerator and denominator, in dollars. */
type Fraction = readonly [bigint, bigint]
type Term = (pack: PackToCost) => Fraction

const LONGEST = 200
const zero: Fraction = [0n, 1n]

/** Reads a formula once; the answer gives whole cents, never below 0. A problem is one sentence for the owner. */
export function readCostFormula(text: string): ReadFormula {
  if (text.length > LONGEST) return { ok: false, problem: `A cost may have ${LONGEST} characters.` }
  if (text.trim() === '') return { ok: true, formula: () => 0 }
  try {
    const reader = new Reader(text)
    const term = reader.sum()
    reader.expectEnd()
    return { ok: true, formula: (pack) => wholeCents(term(pack)) }
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, problem: error.message }
    throw error
  }
}

class Unreadable extends Error {}

class Reader {
  readonly #tokens: string[]
  #at = 0
  #depth = 0

  constructor(text: string) {
    this.#tokens = text.match(/\[[^\]]*\]|\d+(?:[.,]\d+)?|\S/g) ?? []
  }

  expectEnd(): void {
    const rest = this.#tokens[this.#at]
    if (rest !== undefined) throw new Unreadable(`“${rest}” was not expected there.`)
  }

  sum(): Term {
    let left = this.#product()
    for (let sign = this.#next('+', '-'); sign; sign = this.#next('+', '-')) {
      const [first, second] = [left, this.#product()]
      left = sign === '+' ? (pack) => plus(first(pack), second(pack)) : (pack) => plus(first(pack), minus(second(pack)))
    }
    return left
  }

  #product(): Term {
    let left = this.#factor()
    for (let sign = this.#next('*', '/'); sign; sign = this.#next('*', '/')) {
      const [first, second] = [left, this.#factor()]
      left = sign === '*' ? (pack) => times(first(pack), second(pack)) : (pack) => over(first(pack), second(pack))
    }
    return left
  }

  #factor(): Term {
    if (this.#next('-')) {
      const negated = this.#factor()
      return (pack) => minus(negated(pack))
    }
    if (this.#next('(')) {
      this.#depth += 1
      if (this.#depth > 20) throw new Unreadable('There are too many brackets.')
      const inner = this.sum()
      if (!this.#next(')')) throw new Unreadable('A bracket is not closed.')
      this.#depth -= 1
      return inner
    }
    const token = this.#tokens[this.#at]
    if (token === undefined) throw new Unreadable('Something is missing at the end.')
    this.#at += 1
    if (token.startsWith('[')) return placeholder(token)
    if (/^\d/.test(token)) return constant(decimal(token))
    throw new Unreadable(`“${token}” was not expected there.`)
  }

  #next(...signs: readonly string[]): string | null {
    const token = this.#tokens[this.#at]
    if (token === undefined || !signs.includes(token)) return null
    this.#at += 1
    return token
  }
}

const constant =
  (value: Fraction): Term =>
  () =>
    value

const goods = (pack: PackToCost): Fraction => [BigInt(pack.goodsCents), 100n]

function placeholder(token: string): Term {
  const [name = '', ...words] = token.slice(1, -1).trim().split(/\s+/)
  if (name === 'qty') return (pack) => [BigInt(pack.quantity), 1n]
  if (name === 'cost') return goods
  if (name === 'fee') return fee(words)
  throw new Unreadable(`“${token}” is not known. There are [qty], [cost] and [fee percent="10"].`)
}

function fee(words: readonly string[]): Term {
  const given = new Map<string, Fraction>()
  for (const word of words) {
    const match = /^(percent|min_fee|max_fee)=["']?(\d+(?:[.,]\d+)?)["']?$/.exec(word)
    const [, name, value] = match ?? []
    if (name === undefined || value === undefined)
      throw new Unreadable(`“${word}” is not known in [fee]. There are percent, min_fee and max_fee.`)
    given.set(name, decimal(value))
  }
  const percent = given.get('percent')
  if (!percent) throw new Unreadable('[fee] needs a percent.')
  const [least, most] = [given.get('min_fee'), given.get('max_fee')]
  return (pack) => {
    const share = over(times(goods(pack), percent), [100n, 1n])
    if (least && isLess(share, least)) return least
    return most && isLess(most, share) ? most : share
  }
}

function decimal(text: string): Fraction {
  const [whole = '0', part = ''] = text.replace(',', '.').split('.')
  return [BigInt(whole + part), 10n ** BigInt(part.length)]
}

const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d]
const minus = ([a, b]: Fraction): Fraction => [-a, b]
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d]
const isLess = ([a, b]: Fraction, [c, d]: Fraction): boolean => a * d < c * b

/** Nothing can be shared among no pieces: such a part costs nothing. */
function over([a, b]: Fraction, [c, d]: Fraction): Fraction {
  if (c === 0n) return zero
  return c < 0n ? [-a * d, b * -c] : [a * d, b * c]
}

function wholeCents([n, d]: Fraction): number {
  if (n <= 0n) return 0
  const cents = Number((n * 200n + d) / (2n * d))
  return Math.min(cents, maxCents)
}
