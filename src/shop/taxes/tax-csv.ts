import { isUtf8 } from 'node:buffer'
import { type CsvError, parse } from 'csv-parse/sync'
import { countLineBreaks, csvLine, unescapeFormula } from '../../platform/csv.ts'
import { parseBodyFields } from '../../platform/rest/input.ts'
import type { TaxClass, TaxRate } from '../pricing/tax.ts'
import { columnsOf, newRate, rateText, stateProblem } from './rest/tax-fields.ts'
import { emptyRate, type TaxRateFields } from './taxes.store.ts'

/** Headings of WooCommerce's CSV file of tax rates, followed by the shop's own. */
const headings = [
  ...['Country code', 'State code', 'Postcode / ZIP', 'City', 'Rate %', 'Tax name', 'Priority', 'Compound', 'Shipping'],
  ...['Tax class', 'From'],
]
const WIDTHS = [headings.length - 1, headings.length]
const MAX_ROWS = 100_000

/** Rates as WooCommerce exports them: the standard class is an empty cell. */
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

const flag = (text = ''): boolean | string => ({ yes: true, no: false, '': false })[text.toLowerCase()] ?? text

/** The rates of a file, with or without a heading line. One invalid line rejects the whole file. */
export function readTaxCsv(bytes: Buffer, classes: ReadonlySet<TaxClass>): ReadRates {
  // NUL bytes indicate UTF-16.
  if (!isUtf8(bytes) || bytes.includes(0))
    return { ok: false, problems: ['The file is not UTF-8 text. Save it as "CSV UTF-8" and try again.'] }
  const lines = linesOf(bytes.toString('utf8').replaceAll(/\r\n?/g, '\n'))
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
    const parsed = parseBodyFields(newRate, {
      country,
      state,
      postcode,
      city,
      rate: rate?.replace(',', '.'),
      name,
      samovar: { from: from ?? '' },
      priority: priority || undefined,
      compound: flag(compound),
      shipping: flag(shipping),
      class: taxClass || undefined,
      order: rates.length,
    })
    if (!parsed.ok) {
      for (const [field, text] of Object.entries((parsed.error.data?.['params'] ?? {}) as Record<string, string>))
        problem((text.includes(field) ? text : `${field}: ${text}`).replace('samovar.', ''))
      continue
    }
    const read = { ...emptyRate, ...columnsOf(parsed.value) }
    const wrongState = stateProblem(read)
    if (wrongState !== null) problem(wrongState)
    else if (!classes.has(read.taxClass)) problem(`there is no tax class ‘${read.taxClass}’.`)
    else if (!/\d/.test(rate ?? '')) problem('rate is missing; that of no tax is 0.')
    else rates.push(read)
  }
  if (rates.length + problems.length === 0) problems.push('There is no tax rate in the file.')
  return problems.length > 0 ? { ok: false, problems } : { ok: true, rates }
}

/** The line in which a row begins. */
type Line = { readonly line: number; readonly cells: readonly string[] }
type ParsedRow = { readonly info: { readonly lines: number }; readonly record: readonly string[] }

function linesOf(text: string): readonly Line[] | string {
  const [first = ''] = text.split('\n', 1)
  const cellsBy = (delimiter: string) => first.split(delimiter).length
  const lines: Line[] = []
  let lastLine = 0
  try {
    parse(text, {
      bom: true,
      info: true,
      delimiter: cellsBy(';') > 9 && cellsBy(',') < 10 ? ';' : ',',
      relax_column_count: true,
      skip_empty_lines: true,
      to: MAX_ROWS + 1,
      on_record(parsed) {
        const { info, record } = parsed as unknown as ParsedRow
        lastLine = info.lines
        lines.push({ line: lastLine - countLineBreaks(record), cells: record.map(unescapeFormula) })
        return null
      },
    })
  } catch (error) {
    const { code, lines: line, message } = error as CsvError
    if (code === 'CSV_QUOTE_NOT_CLOSED')
      return `The row that begins in line ${lastLine + 1} has a quote that is never closed.`
    return `Line ${Number(line ?? 1)} is no CSV: ${message}`
  }
  return lines.length > MAX_ROWS ? `A file has at most ${MAX_ROWS} rates.` : lines
}
