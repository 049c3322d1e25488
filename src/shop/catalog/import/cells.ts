/** Strict parsing of CSV cells: anything that is not clearly a price, a number or a boolean is rejected, never guessed. */
import { parsePrice } from '../../../platform/money/money.ts'
import type { Column, Columns } from './columns.ts'

/** The largest amount that fits the columns. */
const MAX_CENTS = 2_000_000_000
const MAX_QUANTITY = 1_000_000_000

/**
 * Cells of one row by column; collects validation errors. Each method returns `undefined` if the file has no such
 * column, which means that the stored value does not change.
 */
export class Cells {
  readonly problems: string[] = []
  readonly #columns: Columns
  readonly #cells: readonly string[]

  constructor(columns: Columns, cells: readonly string[]) {
    this.#columns = columns
    this.#cells = cells
  }

  addProblem(reason: string): undefined {
    this.problems.push(reason)
    return undefined
  }

  cell(index: number | undefined): string | undefined {
    return index === undefined ? undefined : unescapeFormula(this.#cells[index] ?? '')
  }

  text(column: Column): string | undefined {
    return this.cell(this.#columns.at.get(column))
  }

  /** A boolean; an empty cell is `whenEmpty`. */
  flag(column: Column, title: string, whenEmpty: boolean): boolean | undefined {
    const text = this.text(column)?.toLowerCase()
    if (text === undefined) return undefined
    if (text === '') return whenEmpty
    if (['1', 'yes', 'true'].includes(text)) return true
    if (['0', 'no', 'false'].includes(text)) return false
    return this.addProblem(`${title} '${truncate(text)}' is neither 1 nor 0`)
  }

  /** One of the given values; an empty cell is `''` if that is one of them. */
  choice<Value>(column: Column, title: string, meanings: Readonly<Record<string, Value>>): Value | undefined {
    const text = this.text(column)?.toLowerCase()
    if (text === undefined) return undefined
    if (Object.hasOwn(meanings, text)) return meanings[text]
    const allowed = Object.keys(meanings).filter((key) => key !== '')
    return this.addProblem(`${title} '${truncate(text)}' is not one of ${allowed.join(', ')}`)
  }

  price(column: Column, title: string): number | null | undefined {
    const text = this.text(column)
    if (text === undefined) return undefined
    if (text === '') return null
    const cents = parsePrice(text)
    if (cents === null) return this.addProblem(`${title} '${truncate(text)}' is not a price such as 12.50`)
    if (cents > MAX_CENTS) return this.addProblem(`${title} ${truncate(text)} is more than this shop can hold`)
    return cents
  }

  /** An integer of at least `from`; null for an empty cell. */
  integer(column: Column, title: string, from = 0): number | null | undefined {
    const text = this.text(column)
    if (text === undefined) return undefined
    if (text === '') return null
    const number = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN
    if (Number.isInteger(number) && number >= from && number <= MAX_QUANTITY) return number
    return this.addProblem(`${title} '${truncate(text)}' is not a whole number${from === 0 ? ' from 0 up' : ''}`)
  }

  grams(): number | null | undefined {
    const text = this.text('weight')
    if (text === undefined) return undefined
    if (text === '') return null
    const grams = /^\d*\.?\d+$/.test(text) ? Math.round(Number(text) * this.#columns.gramsPerWeight) : Number.NaN
    if (grams <= 100_000_000) return grams
    return this.addProblem(`Weight '${truncate(text)}' is not a weight such as 0.25`)
  }

  /** A date `YYYY-MM-DD`; a time after it is ignored. */
  day(column: Column, title: string): string | null | undefined {
    const text = this.text(column)
    if (text === undefined) return undefined
    if (text === '') return null
    const day = /^(\d{4}-\d{2}-\d{2})(?:[ T][\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(text)?.[1]
    if (day && isDay(day)) return day
    return this.addProblem(`${title} '${truncate(text)}' is not a day such as 2026-11-30`)
  }
}

const isDay = (day: string): boolean => {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

/** Exports prefix an apostrophe to text that a spreadsheet would read as a formula. */
const unescapeFormula = (cell: string): string => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell).trim()

/** Shortens a cell for an error message. */
export const truncate = (text: string): string =>
  (text.length > 40 ? `${text.slice(0, 40)}…` : text).replace(/\s+/g, ' ')

/** Parses a list cell: `a, b\, c` is `a` and `b, c`. */
export const parseList = (text: string): string[] =>
  text
    .split(/(?<!\\),/)
    .map((value) => value.replaceAll('\\,', ',').trim())
    .filter((value) => value !== '')

/** `Tea > Green, Gifts` is two category paths. */
export const parseCategoryPaths = (text: string): string[][] =>
  parseList(text).map((path) => path.split('>').map((name) => name.trim()))
