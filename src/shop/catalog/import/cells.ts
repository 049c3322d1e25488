/** Strict parsing of CSV cells: anything that is not clearly a price, a number or a boolean is rejected, never guessed. */

import { unescapeFormula } from '../../../platform/csv.ts'
import { parsePrice } from '../../../platform/money/money.ts'
import { parseShopTime } from '../../../platform/time/shop-time.ts'
import { MAX_GRAMS } from '../pack-size.ts'
import { MAX_LIST_LENGTH } from '../product-record.ts'
import { parseList, truncate } from './cell-text.ts'
import type { Columns } from './columns.ts'
import type { Column } from './headings.ts'

const MAX_CENTS = 2_000_000_000
const MAX_QUANTITY = 1_000_000_000
/** The limit of the database column. */
const MAX_CM = 1_000_000

/** Not `\d*\.?\d+`, which tries each of many digits as the beginning of the last ones. */
const DECIMAL = /^(?:\d+|\d*\.\d+)$/

const flags = new Map(Object.entries({ '1': true, yes: true, true: true, '0': false, no: false, false: false }))

/** Each method returns `undefined` if the file has no such column: the stored value does not change. */
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
    return this.cell(this.#columns.indexes.get(column))
  }

  /** Items of a list cell: `a, b\, c` is `a` and `b, c`. Of a longer list than a product may have there are none. */
  list(column: Column, max = MAX_LIST_LENGTH): string[] | undefined {
    const text = this.text(column)
    const items = text === undefined ? undefined : parseList(text)
    if (!items || items.length <= max) return items
    this.addProblem(`${column} has ${items.length} values; ${max} is the most`)
    return []
  }

  flag(column: Column): boolean | undefined {
    const text = this.text(column)?.toLowerCase()
    return this.#parse(column, text, false, (value) => flags.get(value), 'is neither 1 nor 0')
  }

  option<Value>(column: Column, meanings: Readonly<Record<string, Value>>): Value | undefined {
    const allowed = Object.keys(meanings).filter((key) => key !== '')
    const meaningOf = (value: string) => (Object.hasOwn(meanings, value) ? meanings[value] : undefined)
    const text = this.text(column)?.toLowerCase()
    return this.#parse(column, text, meanings[''], meaningOf, `is not one of ${allowed.join(', ')}`)
  }

  price(column: Column): number | null | undefined {
    const text = this.text(column)
    const centsOf = (value: string) => parsePrice(value) ?? undefined
    const cents = this.#parse(column, text, null, centsOf, 'is not a price such as 12.50')
    if ((cents ?? 0) <= MAX_CENTS) return cents
    return this.addProblem(`${column} ${truncate(text ?? '')} is more than this shop can hold`)
  }

  integer(column: Column, from = 0): number | null | undefined {
    const numberOf = (value: string) => {
      const number = /^-?\d{1,10}$/.test(value) ? Number(value) : Number.NaN
      return number >= from && number <= MAX_QUANTITY ? number : undefined
    }
    const expected = `is not a whole number${from === 0 ? ' from 0 up' : ''}`
    return this.#parse(column, this.text(column), null, numberOf, expected)
  }

  grams(column: Column): number | null | undefined {
    const gramsOf = (value: string) => {
      const grams = DECIMAL.test(value) ? Math.round(Number(value) * this.#columns.gramsPerWeight) : Number.NaN
      return grams <= MAX_GRAMS ? grams : undefined
    }
    return this.#parse(column, this.text(column), null, gramsOf, 'is not a weight such as 0.25')
  }

  centimetres(column: Column): number | null | undefined {
    const cmOf = (value: string) => {
      const cm = DECIMAL.test(value) ? Number(value) * (this.#columns.cmPerSize[column] ?? 1) : Number.NaN
      return cm < MAX_CM ? Math.round(cm * 1000) / 1000 : undefined
    }
    return this.#parse(column, this.text(column), null, cmOf, 'is not a size such as 12.5')
  }
  /** `YYYY-MM-DD` with an optional time, in the shop's time zone. */
  time(column: Column): { readonly at: Date; readonly isDay: boolean } | null | undefined {
    return this.#parse(column, this.text(column), null, timeOf, 'is not a day such as 2026-11-30')
  }

  #parse<Value, Empty>(
    column: Column,
    text: string | undefined,
    whenEmpty: Empty,
    parse: (text: string) => Value | undefined,
    complaint: string,
  ): Value | Empty | undefined {
    if (!text) return text === undefined ? undefined : whenEmpty
    return parse(text) ?? this.addProblem(`${column} '${truncate(text)}' ${complaint}`)
  }
}

function timeOf(text: string) {
  const [, day = '', time = '', zone = ''] =
    /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/.exec(text) ?? []
  const date = new Date(`${day}T00:00:00Z`)
  // February 30 would be parsed as March 2.
  const isDate = !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === day
  const at = isDate
    ? parseShopTime(time === '' ? day : `${day}T${time.indexOf(':') === 1 ? '0' : ''}${time}${zone}`)
    : null
  return at ? { at, isDay: time === '' } : undefined
}
