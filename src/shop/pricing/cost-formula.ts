import { maxCents } from '../../platform/money/money.ts'

/**
 * Cost formulas of flat rates: '9.95', '5 + 2 * [qty]', '[fee percent="10" min_fee="4"]'. The syntax is WooCommerce's:
 * + - * / ( ), [qty] for the quantity, [cost] for the item total, [fee] for a percentage of it with minimum and
 * maximum. Evaluated in exact fractions and rounded once, half away from zero.
 */

export type CostFormula = (input: CostFormulaInput) => number

/** Variables of a formula. `itemsCents` is after discounts, before tax. */
export type CostFormulaInput = { readonly quantity: number; readonly itemsCents: number }

export type ParsedFormula =
  | { readonly ok: true; readonly formula: CostFormula }
  | { readonly ok: false; readonly problem: string }

/** Numerator and denominator, in dollars. */
type Fraction = readonly [bigint, bigint]
type Term = (input: CostFormulaInput) => Fraction

const MAX_LENGTH = 200
const zero: Fraction = [0n, 1n]

/** Compiles a formula; the result returns whole cents, at least 0. An error is one sentence for the owner. */
export function parseCostFormula(text: string): ParsedFormula {
  if (text.length > MAX_LENGTH) return { ok: false, problem: `A cost may have ${MAX_LENGTH} characters.` }
  if (text.trim() === '') return { ok: true, formula: () => 0 }
  try {
    const parser = new FormulaParser(text)
    const term = parser.sum()
    parser.expectEnd()
    return { ok: true, formula: (input) => roundToCents(term(input)) }
  } catch (error) {
    if (error instanceof FormulaError) return { ok: false, problem: error.message }
    throw error
  }
}

class FormulaError extends Error {}

class FormulaParser {
  readonly #tokens: string[]
  #position = 0
  #depth = 0

  constructor(text: string) {
    this.#tokens = text.match(/\[[^\]]*\]|\d+(?:[.,]\d+)?|\S/g) ?? []
  }

  expectEnd(): void {
    const unexpected = this.#tokens[this.#position]
    if (unexpected !== undefined) throw new FormulaError(`“${unexpected}” was not expected there.`)
  }

  sum(): Term {
    let left = this.#product()
    for (let sign = this.#accept('+', '-'); sign; sign = this.#accept('+', '-')) {
      const [first, second] = [left, this.#product()]
      left =
        sign === '+' ? (input) => add(first(input), second(input)) : (input) => add(first(input), negate(second(input)))
    }
    return left
  }

  #product(): Term {
    let left = this.#factor()
    for (let sign = this.#accept('*', '/'); sign; sign = this.#accept('*', '/')) {
      const [first, second] = [left, this.#factor()]
      left =
        sign === '*' ? (input) => multiply(first(input), second(input)) : (input) => divide(first(input), second(input))
    }
    return left
  }

  #factor(): Term {
    if (this.#accept('-')) {
      const negated = this.#factor()
      return (input) => negate(negated(input))
    }
    if (this.#accept('(')) {
      this.#depth += 1
      if (this.#depth > 20) throw new FormulaError('There are too many brackets.')
      const inner = this.sum()
      if (!this.#accept(')')) throw new FormulaError('A bracket is not closed.')
      this.#depth -= 1
      return inner
    }
    const token = this.#tokens[this.#position]
    if (token === undefined) throw new FormulaError('Something is missing at the end.')
    this.#position += 1
    if (token.startsWith('[')) return placeholder(token)
    if (/^\d/.test(token)) return constant(decimal(token))
    throw new FormulaError(`“${token}” was not expected there.`)
  }

  #accept(...signs: readonly string[]): string | null {
    const token = this.#tokens[this.#position]
    if (token === undefined || !signs.includes(token)) return null
    this.#position += 1
    return token
  }
}

const constant =
  (value: Fraction): Term =>
  () =>
    value

const itemsCost = (input: CostFormulaInput): Fraction => [BigInt(input.itemsCents), 100n]

function placeholder(token: string): Term {
  const [name = '', ...attributes] = token.slice(1, -1).trim().split(/\s+/)
  if (name === 'qty') return (input) => [BigInt(input.quantity), 1n]
  if (name === 'cost') return itemsCost
  if (name === 'fee') return fee(attributes)
  throw new FormulaError(`“${token}” is not known. There are [qty], [cost] and [fee percent="10"].`)
}

function fee(attributes: readonly string[]): Term {
  const values = new Map<string, Fraction>()
  for (const attribute of attributes) {
    const match = /^(percent|min_fee|max_fee)=["']?(\d+(?:[.,]\d+)?)["']?$/.exec(attribute)
    const [, name, value] = match ?? []
    if (name === undefined || value === undefined)
      throw new FormulaError(`“${attribute}” is not known in [fee]. There are percent, min_fee and max_fee.`)
    values.set(name, decimal(value))
  }
  const percent = values.get('percent')
  if (!percent) throw new FormulaError('[fee] needs a percent.')
  const [min, max] = [values.get('min_fee'), values.get('max_fee')]
  return (input) => {
    const share = divide(multiply(itemsCost(input), percent), [100n, 1n])
    if (min && isLess(share, min)) return min
    return max && isLess(max, share) ? max : share
  }
}

function decimal(text: string): Fraction {
  const [whole = '0', fraction = ''] = text.replace(',', '.').split('.')
  return [BigInt(whole + fraction), 10n ** BigInt(fraction.length)]
}

const add = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d]
const negate = ([a, b]: Fraction): Fraction => [-a, b]
const multiply = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d]
const isLess = ([a, b]: Fraction, [c, d]: Fraction): boolean => a * d < c * b

/** Division by a zero quantity gives 0 instead of an error. */
function divide([a, b]: Fraction, [c, d]: Fraction): Fraction {
  if (c === 0n) return zero
  return c < 0n ? [-a * d, b * -c] : [a * d, b * c]
}

function roundToCents([n, d]: Fraction): number {
  if (n <= 0n) return 0
  const cents = Number((n * 200n + d) / (2n * d))
  return Math.min(cents, maxCents)
}
