import { expect, test } from 'vitest'
import {
  emptyGrid,
  type GridAction,
  type GridState,
  gridReducer,
  type Row,
  raisedPrice,
  selectedTexts,
} from './grid-state.ts'
import { bodyOf, cellErrors } from './row-values.ts'

type Json = Readonly<Record<string, unknown>>
const row = (id: number, values: Partial<Row['values']> = {}): Row => ({
  id,
  name: `Row ${id}`,
  version: 4,
  values: {
    enabled: 'yes',
    sku: `T-${id}`,
    price: `${id}.00`,
    salePrice: '',
    saleFrom: '',
    saleUntil: '',
    stock: '9',
    weight: '',
    picture: '',
    ...values,
  },
})
const loaded = gridReducer(emptyGrid, { kind: 'loaded', rows: [row(1), row(2), row(3)] })
const after = (...actions: readonly GridAction[]): GridState =>
  actions.reduce((state, action) => gridReducer(state, action), loaded)
const go = (at: number, column: number, extends_ = false): GridAction => ({
  kind: 'go',
  to: { row: at, column },
  extends: extends_,
})
const PRICE = 2

test('what is typed is an edit of the active cell, and none once it is as before', () => {
  const typed = after(go(1, PRICE), { kind: 'type', text: '7.50' }, { kind: 'commit', rows: 1, columns: 0 })
  expect(typed.edits).toEqual({ 2: { price: '7.50' } })
  expect([typed.active, typed.draft]).toEqual([{ row: 2, column: PRICE }, null])
  const back = [go(1, PRICE), { kind: 'type', text: ' 2.00 ' }, { kind: 'commit', rows: 0, columns: 0 }] as const
  expect(back.reduce((state, action) => gridReducer(state, action), typed).edits).toEqual({})
  expect(after(go(1, PRICE), { kind: 'type', text: 'x' }, { kind: 'type', text: null }).edits).toEqual({})
})

test('moves stay inside; Tab goes from the end of a row to the next, and back', () => {
  expect(after(go(-4, 99)).active).toEqual({ row: 0, column: 8 })
  expect(after(go(0, 8), { kind: 'commit', rows: 0, columns: 1 }).active).toEqual({ row: 1, column: 0 })
  expect(after(go(1, 0), { kind: 'commit', rows: 0, columns: -1 }).active).toEqual({ row: 0, column: 8 })
})

test('fill down takes the first row of the selection; undo brings back what was there', () => {
  const filled = after(go(0, PRICE), go(2, 3, true), { kind: 'fill' })
  expect(filled.edits).toEqual({ 2: { price: '1.00' }, 3: { price: '1.00' } })
  expect(filled.announcement).toBe('Filled 6 cells.')
  expect(gridReducer(filled, { kind: 'undo' })).toMatchObject({ edits: {}, announcement: 'Undone.' })
  expect(gridReducer(loaded, { kind: 'undo' })).toBe(loaded)
})

test('Delete empties the selection, but nothing that cannot be empty', () => {
  expect(after(go(0, 0), go(0, 2, true), { kind: 'clear' }).edits).toEqual({ 1: { sku: '', price: '' } })
})

test('a paste goes from the top left corner, is cut at the end, and becomes the selection', () => {
  const cells = [
    ['A', '3', '2'],
    ['B', '4', '3'],
    ['C', '5', '4'],
  ]
  const pasted = after(go(1, 1), { kind: 'paste', cells })
  expect(pasted.edits).toEqual({
    2: { sku: 'A', price: '3', salePrice: '2' },
    3: { sku: 'B', price: '4', salePrice: '3' },
  })
  expect(selectedTexts(pasted)).toEqual(cells.slice(0, 2))
  const one = after(go(0, PRICE), go(2, PRICE, true), { kind: 'paste', cells: [['8']] })
  expect(Object.values(one.edits)).toEqual([{ price: '8' }, { price: '8' }, { price: '8' }])
})

test('words for yes and no are understood, others and a picture that is no id are left', () => {
  const words = after(go(0, 0), { kind: 'paste', cells: [['FALSE'], ['maybe'], ['0']] })
  expect(words.edits).toEqual({ 1: { enabled: 'no' }, 3: { enabled: 'no' } })
  expect(after(go(0, 8), { kind: 'paste', cells: [['12'], ['x.png']] }).edits).toEqual({ 1: { picture: '12' } })
})

test('after a save rows are as answered; what was typed since, and what was refused, stays', () => {
  const set = (id: number, text: string): GridAction => ({ kind: 'set', changes: [{ id, column: 'price', text }] })
  const sent = after(set(1, '5'), set(2, '6'), set(3, '7'))
  const errors = { '3:price': 'No.' }
  const typed = gridReducer(sent, set(2, '6.5'))
  const fresh = [row(1, { price: '5.00' }), row(2, { price: '6.00' })]
  const saved = gridReducer(typed, { kind: 'saved', rows: fresh, sent: sent.edits, errors })
  expect(saved.edits).toEqual({ 2: { price: '6.5' }, 3: { price: '7' } })
  expect([saved.rows[0]?.values.price, saved.errors, saved.history]).toEqual(['5.00', errors, []])
  expect(gridReducer(saved, set(3, '8')).errors).toEqual({})
})

test.each([
  ['10.00', 10, '11.00'],
  ['10.05', 50, '15.08'],
  ['10.00', -100, '0.00'],
  ['10.00', -200, '0.00'],
  ['', 10, ''],
  ['soon', 10, 'soon'],
])('%s by %d percent is %s', (price, percent, result) => expect(raisedPrice(price, percent)).toBe(result))

test('stock is sent as a difference to what was shown', () => {
  const stockOf = (text: string, before = '9') => bodyOf(row(1, { stock: before }), { stock: text })
  expect(stockOf('+12')).toMatchObject({ manage_stock: true, samovar: { version: 4, stock_change: 12 } })
  expect(stockOf('4')).toMatchObject({ samovar: { stock_change: -5 } })
  expect(stockOf('4', '')).toMatchObject({ manage_stock: true, samovar: { stock_change: 4 } })
  expect(stockOf('-2')).toMatchObject({ samovar: { stock_change: -2 } })
  expect(stockOf('')).toMatchObject({ manage_stock: false, samovar: { version: 4 } })
  expect(['1.5', 'many', '1e9', '--1'].map((text) => stockOf(text))).toEqual([null, null, null, null])
})

test('a sale of a variation starts and ends at a time of the shop; a day alone is included', () => {
  const sentOf = (saleFrom: string, saleUntil: string) => {
    const { date_on_sale_from: from, date_on_sale_to: until } = bodyOf(row(1), { saleFrom, saleUntil }) as Json
    return [from, until]
  }
  expect(sentOf('2026-12-24 9:05', '2026-12-24T10:05')).toEqual(['2026-12-24T09:05', '2026-12-24T10:05'])
  expect(sentOf('2026-12-24', '2026-12-26')).toEqual(['2026-12-24', '2026-12-26T23:59:59'])
  expect(sentOf('', '')).toEqual(['', ''])
  expect(bodyOf(row(1), { price: '1' })).toMatchObject({ date_on_sale_from: undefined, date_on_sale_to: undefined })
  const params = { date_on_sale_from: 'Invalid date.', date_on_sale_to: 'Too early.' }
  expect(cellErrors(1, { code: 'rest_invalid_param', message: '', data: { params } })).toEqual({
    '1:saleFrom': 'Invalid date.',
    '1:saleUntil': 'Too early.',
  })
})

test('only edited cells are sent', () => {
  const edits = { enabled: 'no', price: '', picture: '', sku: 'A' }
  expect(JSON.parse(JSON.stringify(bodyOf(row(7), edits)))).toEqual({
    id: 7,
    status: 'private',
    regular_price: '',
    image: null,
    sku: 'A',
    samovar: { version: 4 },
  })
})

test('a refusal stands at its cell, or at its row', () => {
  const message = 'Invalid or duplicated SKU.'
  expect(cellErrors(7, { code: 'product_invalid_sku', message })).toEqual({ '7:sku': message })
  expect(cellErrors(7, { code: 'samovar_rest_outdated', message })).toEqual({ '7:': message })
  const params = { sale_price: 'Too high.', regular_price: 'No price.' }
  expect(cellErrors(7, { code: 'rest_invalid_param', message, data: { params } })).toEqual({
    '7:salePrice': 'Too high.',
    '7:price': 'No price.',
  })
})
