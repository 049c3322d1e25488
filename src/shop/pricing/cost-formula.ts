import type { Fraction } from '../../platform/money/exchange.ts'

/** `itemsCents`: after discounts, before tax. `unit`: a formula's dollar in the cart's currency, else 100 cents. */
export type CostFormulaInput = {
  readonly quantity: number
  readonly itemsCents: number
  readonly weightGrams?: number
  readonly unit?: Fraction
}

const DOLLAR: Fraction = [100n, 1n]

class FormulaError extends Error {}

const MAX_LENGTH = 200
/** The highest total that an order can have. */
const MAX_DOLLARS: Fraction = [1_000_000n, 1n]

/**
 * Evaluates the cost formula of a flat rate: '9.95', '5 + 2 * [qty]', '[fee percent="10" min_fee="4"]'. The syntax is
 * WooCommerce's: + - * / ( ), [qty] for the quantity, [cost] for the item total, [fee] for a percentage of it with
 * minimum and maximum; [weight], the kilograms, is our own. Exact fractions, rounded once to whole cents, half away from zero; at least 0. A problem is one
 * sentence for the owner.
 */
export function evaluateCost(
  text: string,
  input: CostFormulaInput,
): { readonly ok: true; readonly cents: number } | { readonly ok: false; readonly problem: string } {
  if (text.length > MAX_LENGTH) return { ok: false, problem: `A cost may have ${MAX_LENGTH} characters.` }
  if (text.trim() === '') return { ok: true, cents: 0 }
  try {
    const dollars = evaluate(text, input)
    if (isLess(MAX_DOLLARS, dollars)) return { ok: false, problem: 'A cost is at most a million dollars.' }
    return { ok: true, cents: roundToCents(multiply(dollars, input.unit ?? DOLLAR)) }
  } catch (error) {
    if (error instanceof FormulaError) return { ok: false, problem: error.message }
    throw error
  }
}

function evaluate(text: string, input: CostFormulaInput): Fraction {
  const tokens = text.match(/\[[^\]]*\]|\d+(?:[.,]\d+)?|\S/g) ?? []
  let depth = 0
  const accept = (sign: string): boolean => tokens[0] === sign && tokens.shift() !== undefined

  const sum = (): Fraction => {
    let value = product()
    for (;;) {
      if (accept('+')) value = add(value, product())
      else if (accept('-')) value = add(value, negate(product()))
      else return value
    }
  }
  const product = (): Fraction => {
    let value = factor()
    for (;;) {
      if (accept('*')) value = multiply(value, factor())
      else if (accept('/')) value = divide(value, factor())
      else return value
    }
  }
  const factor = (): Fraction => {
    if (accept('-')) return negate(factor())
    if (accept('(')) {
      depth += 1
      if (depth > 20) throw new FormulaError('There are too many brackets.')
      const inner = sum()
      if (!accept(')')) throw new FormulaError('A bracket is not closed.')
      depth -= 1
      return inner
    }
    const token = tokens.shift()
    if (token === undefined) throw new FormulaError('Something is missing at the end.')
    if (token.startsWith('[')) return placeholder(token, input)
    if (/^\d/.test(token)) return decimal(token)
    throw unexpected(token)
  }

  const value = sum()
  if (tokens[0] !== undefined) throw unexpected(tokens[0])
  return value
}

const unexpected = (token: string) => new FormulaError(`“${token}” was not expected there.`)

function placeholder(token: string, input: CostFormulaInput): Fraction {
  const { quantity, itemsCents, weightGrams = 0, unit = DOLLAR } = input
  const [name = '', ...attributes] = token.slice(1, -1).trim().split(/\s+/)
  const itemsCost = divide([BigInt(itemsCents), 1n], unit)
  if (name === 'qty') return [BigInt(quantity), 1n]
  if (name === 'cost') return itemsCost
  if (name === 'weight') return [BigInt(weightGrams), 1000n]
  if (name === 'fee') return fee(attributes, itemsCost)
  throw new FormulaError(`“${token}” is not known. There are [qty], [cost], [weight] and [fee percent="10"].`)
}

function fee(attributes: readonly string[], itemsCost: Fraction): Fraction {
  const values = new Map<string, Fraction>()
  for (const attribute of attributes) {
    const [, name, value] = /^(percent|min_fee|max_fee)=["']?(\d+(?:[.,]\d+)?|)["']?$/.exec(attribute) ?? []
    if (name === undefined || value === undefined)
      throw new FormulaError(`“${attribute}” is not known in [fee]. There are percent, min_fee and max_fee.`)
    if (value !== '') values.set(name, decimal(value))
  }
  const percent = values.get('percent')
  if (!percent) throw new FormulaError('[fee] needs a percent.')
  const [min, max] = [values.get('min_fee'), values.get('max_fee')]
  const share = divide(multiply(itemsCost, percent), [100n, 1n])
  if (min && isLess(share, min)) return min
  return max && isLess(max, share) ? max : share
}

function decimal(text: string): Fraction {
  const [whole = '0', fraction = ''] = text.split(/[.,]/)
  return [BigInt(whole + fraction), 10n ** BigInt(fraction.length)]
}

const add = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d]
const negate = ([a, b]: Fraction): Fraction => [-a, b]
const multiply = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d]
const isLess = ([a, b]: Fraction, [c, d]: Fraction): boolean => a * d < c * b

/** Division by a zero quantity gives 0 instead of an error. */
function divide([a, b]: Fraction, [c, d]: Fraction): Fraction {
  if (c === 0n) return [0n, 1n]
  return c < 0n ? [-a * d, b * -c] : [a * d, b * c]
}

const roundToCents = ([n, d]: Fraction): number => (n <= 0n ? 0 : Number((n * 2n + d) / (2n * d)))
