import { type CsvError, parse } from 'csv-parse/sync'
import { csvLine, unescapeFormula } from '../../platform/csv.ts'
import type { TaxClass, TaxRate } from '../pricing/tax.ts'
import { columnsOf, newRate, rateText } from './rest/tax-fields.ts'
import { emptyRate, type TaxRateFields } from './taxes.store.ts'

/** Headings of WooCommerce's file of tax rates, and at the end our own. */
const headings = [
  ...['Country code', 'State code', 'Postcode / ZIP', 'City', 'Rate %', 'Tax name', 'Priority', 'Compound', 'Shipping'],
  ...['Tax class', 'From'],
]
const WIDTHS = [headings.length - 1, headings.length]
const MAX_ROWS = 100_000

/** Rates as WooCommerce writes them: no class is the standard one. */
export const taxCsv = (rates: readonly TaxRate[]): string =>
  [
    headings,
    ...rates.map((rate) => [
      rate.country,
      rate.state,
      rate.postcodes.join('; '),
      rate.cities.join('; '),
      rateText(rate.ratePer100k),
      rate.label,
      `${rate.priority}`,
      rate.isCompound ? '1' : '0',
      rate.taxesShipping ? '1' : '0',
      rate.taxClass === 'standard' ? '' : rate.taxClass,
      rate.from,
    ]),
  ]
    .map(csvLine)
    .join('')

export type ReadRates =
  | { readonly ok: true; readonly rates: readonly TaxRateFields[] }
  | { readonly ok: false; readonly problems: readonly string[] }

const flag = (text: string): boolean | string =>
  ({ '1': true, yes: true, '0': false, no: false, '': false })[text] ?? text

/** The rates of a file, with or without its line of headings; nothing of it if a line is wrong. */
export function readTaxCsv(text: string, classes: ReadonlySet<TaxClass>): ReadRates {
  // So is a file in UTF-16, or none of text.
  if (text.includes('\0')) return { ok: false, problems: ['The file is no text in UTF-8.'] }
  const lines = linesOf(text)
  if (typeof lines === 'string') return { ok: false, problems: [lines] }
  const problems: string[] = []
  const rates: TaxRateFields[] = []
  for (const { line, cells } of lines) {
    const problem = (what: string) => problems.push(`Line ${line}: ${what}`)
    if (cells.every((cell) => cell === '') || (line === 1 && /country/i.test(cells[0] ?? ''))) continue
    if (!WIDTHS.includes(cells.length)) {
      problem(`it has ${cells.length} cells; a tax rate has ${WIDTHS[0]}.`)
      continue
    }
    const [country, state, postcode, city, rate, name, priority, compound, shipping, taxClass, from] = cells
    const parsed = newRate.safeParse({
      country,
      state,
      postcode,
      city,
      rate: rate?.replace(',', '.'),
      name,
      samovar: { from: from ?? '' },
      priority: /^\d{1,4}$/.test(priority ?? '') ? Number(priority) : priority || 1,
      compound: flag(compound?.toLowerCase() ?? ''),
      shipping: flag(shipping?.toLowerCase() ?? ''),
      class: taxClass || 'standard',
      order: rates.length,
    })
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues)
        problem(`${message.replaceAll('{name}', String(path.at(-1)))}`)
    } else if (!classes.has(parsed.data.class)) problem(`there is no tax class ‘${parsed.data.class}’.`)
    else rates.push({ ...emptyRate, ...columnsOf(parsed.data) })
  }
  if (rates.length === 0) problems.push('There is no tax rate in the file.')
  return problems.length > 0 ? { ok: false, problems } : { ok: true, rates }
}

type Line = { readonly line: number; readonly cells: readonly string[] }

function linesOf(text: string): readonly Line[] | string {
  const [first = ''] = text.split('\n', 1)
  try {
    const rows = parse(text, {
      bom: true,
      info: true,
      delimiter: first.split(';').length > 9 && !first.includes(',') ? ';' : ',',
      relax_column_count: true,
      skip_empty_lines: true,
      to: MAX_ROWS + 1,
    }) as unknown as readonly { readonly info: { readonly lines: number }; readonly record: readonly string[] }[]
    if (rows.length > MAX_ROWS) return `A file has at most ${MAX_ROWS} rates.`
    return rows.map(({ info, record }) => ({ line: info.lines, cells: record.map(unescapeFormula) }))
  } catch (error) {
    return `Line ${Number((error as CsvError).lines ?? 1)} is no CSV: ${(error as Error).message}`
  }
}
