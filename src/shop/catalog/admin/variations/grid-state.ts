import { parsePrice, priceString } from '../../../../platform/money/money.ts'

export const columns = [
  ['enabled', 'Enabled'],
  ['sku', 'SKU'],
  ['price', 'Price'],
  ['salePrice', 'Sale price'],
  ['saleFrom', 'Sale starts'],
  ['saleUntil', 'Sale ends'],
  ['stock', 'Stock'],
  ['weight', 'Weight'],
  ['picture', 'Picture'],
] as const
export type Column = (typeof columns)[number][0]
const names = columns.map(([name]) => name)

/** The cells of a row as text: 'yes' or 'no' for enabled, a media id for the picture. */
type Values = Readonly<Record<Column, string>>
export type Edits = Readonly<Record<number, Readonly<Partial<Values>>>>
/** Messages by `id:column`; `id:` is an error of the whole row. */
export type Errors = Readonly<Record<string, string>>
export type Row = { readonly id: number; readonly name: string; readonly values: Values; readonly version: number }
type Cell = { readonly row: number; readonly column: number }
type Change = { readonly id: number; readonly column: Column; readonly text: string }

export type GridState = {
  readonly rows: readonly Row[]
  /** Edited texts that differ from the rows, by row id. */
  readonly edits: Edits
  readonly errors: Errors
  readonly active: Cell
  /** The corner of the selected range that is opposite the active cell. */
  readonly anchor: Cell
  /** Text being typed in the active cell; null while it is not edited. */
  readonly draft: string | null
  readonly history: readonly Edits[]
  /** Text of the live region. */
  readonly announcement: string
}

export type GridAction =
  | { readonly kind: 'loaded'; readonly rows: readonly Row[] }
  | { readonly kind: 'go'; readonly to: Cell; readonly extends?: boolean }
  | { readonly kind: 'type'; readonly text: string | null }
  | { readonly kind: 'commit'; readonly rows: number; readonly columns: number }
  | { readonly kind: 'fill' | 'clear' | 'undo' }
  | { readonly kind: 'paste'; readonly cells: readonly (readonly string[])[] }
  | { readonly kind: 'removed'; readonly ids: readonly number[] }
  | { readonly kind: 'set'; readonly changes: readonly Change[] }
  | { readonly kind: 'saved'; readonly rows: readonly Row[]; readonly sent: Edits; readonly errors: Errors }

const start = { row: 0, column: 0 }
const cleared = { edits: {}, errors: {}, draft: null, history: [], announcement: '' }
export const emptyGrid: GridState = { rows: [], active: start, anchor: start, ...cleared }

/** The selected rectangle, both ends included. */
export const rangeOf = ({ active, anchor }: Pick<GridState, 'active' | 'anchor'>) => ({
  top: Math.min(active.row, anchor.row),
  bottom: Math.max(active.row, anchor.row),
  left: Math.min(active.column, anchor.column),
  right: Math.max(active.column, anchor.column),
})

export const textOf = (row: Row, edits: Edits, column: Column): string => edits[row.id]?.[column] ?? row.values[column]

export function selectedTexts({ rows, edits, ...state }: GridState): string[][] {
  const { top, bottom, left, right } = rangeOf(state)
  const selected = names.slice(left, right + 1)
  return rows.slice(top, bottom + 1).map((row) => selected.map((column) => textOf(row, edits, column)))
}

/** The price changed by percent, to the cent; other text is returned as it is. */
export function raisedPrice(text: string, percent: number): string {
  const cents = parsePrice(text)
  return cents === null ? text : priceString(Math.max(0, Math.round((cents * (100 + percent)) / 100)))
}

/** The text as it is stored; null if the column cannot contain it. */
function storedText(column: Column, text: string): string | null {
  const trimmed = text.trim()
  if (column === 'picture') return /^\d{0,9}$/.test(trimmed) ? trimmed : null
  if (column !== 'enabled') return trimmed
  return /^(yes|1|true|on)$/i.test(trimmed) ? 'yes' : /^(no|0|false|off)$/i.test(trimmed) ? 'no' : null
}

function edited(state: GridState, changes: readonly Change[], verb = ''): GridState {
  const edits: Record<number, Partial<Values>> = { ...state.edits }
  const errors = { ...state.errors }
  for (const { id, column, text } of changes) {
    const row = state.rows.find((one) => one.id === id)
    const value = storedText(column, text)
    if (!row || value === null) continue
    const { [column]: _, ...others } = edits[id] ?? {}
    edits[id] = value === row.values[column] ? others : { ...others, [column]: value }
    if (Object.keys(edits[id]).length === 0) delete edits[id]
    delete errors[`${id}:${column}`]
    delete errors[`${id}:`]
  }
  const announcement = verb && `${verb} ${changes.length} ${changes.length === 1 ? 'cell' : 'cells'}.`
  return { ...state, edits, errors, announcement, draft: null, history: [...state.history, state.edits] }
}

/** Changes the selected cells; `textAt` gets a cell's position within the range. */
function editRange(state: GridState, verb: string, textAt: (row: number, column: number) => string | undefined) {
  const { top, bottom, left, right } = rangeOf(state)
  const changes = state.rows.slice(top, bottom + 1).flatMap(({ id }, row) =>
    names.slice(left, right + 1).flatMap((column, at) => {
      const text = textAt(row, at)
      return text === undefined ? [] : [{ id, column, text }]
    }),
  )
  return edited(state, changes, verb)
}

const clampIndex = (value: number, count: number): number => Math.max(0, Math.min(value, count - 1))

function moved(state: GridState, to: Cell, isExtending = false): GridState {
  const active = { row: clampIndex(to.row, state.rows.length), column: clampIndex(to.column, names.length) }
  return { ...state, active, anchor: isExtending ? state.anchor : active, draft: null, announcement: '' }
}

function committed(state: GridState, rows: number, columns: number): GridState {
  const { active, draft } = state
  const id = state.rows[active.row]?.id ?? 0
  const column = names[active.column] ?? 'enabled'
  const after = draft === null ? state : edited(state, [{ id, column, text: draft }])
  // Past the end of a row comes the start of the next.
  const next = active.column + columns
  const wrapped = Math.floor(next / names.length)
  return moved(after, { row: active.row + rows + wrapped, column: next - wrapped * names.length })
}

function pasted(state: GridState, cells: readonly (readonly string[])[]): GridState {
  const width = Math.max(...cells.map((row) => row.length))
  // One copied cell fills the whole selection, as in a spreadsheet.
  if (width === 1 && cells.length === 1) return editRange(state, 'Pasted', () => cells[0]?.[0])
  const { top, left } = rangeOf(state)
  const corner = { ...state, anchor: { row: top, column: left } }
  const end = moved(corner, { row: top + cells.length - 1, column: left + width - 1 }, true)
  return editRange(end, 'Pasted', (row, column) => cells[row]?.[column])
}

/** Values typed since the request was sent stay unsaved. */
function saved(state: GridState, rows: readonly Row[], sent: Edits, errors: Errors): GridState {
  const fresh = new Map(rows.map((row) => [row.id, row]))
  const edits: Record<number, Partial<Values>> = { ...state.edits }
  for (const { id } of rows) {
    const since = Object.entries(edits[id] ?? {}).filter(([column, text]) => sent[id]?.[column as Column] !== text)
    edits[id] = Object.fromEntries(since)
    if (since.length === 0) delete edits[id]
  }
  return { ...state, rows: state.rows.map((row) => fresh.get(row.id) ?? row), edits, errors, history: [] }
}

export function gridReducer(state: GridState, action: GridAction): GridState {
  switch (action.kind) {
    case 'loaded':
      return moved({ ...state, ...cleared, rows: action.rows }, state.active)
    case 'go':
      return moved(state, action.to, action.extends)
    case 'type':
      return { ...state, draft: action.text, anchor: state.active }
    case 'commit':
      return committed(state, action.rows, action.columns)
    case 'fill': {
      const [first = []] = selectedTexts(state)
      return editRange(state, 'Filled', (_, column) => first[column])
    }
    case 'clear':
      return editRange(state, 'Emptied', () => '')
    case 'undo': {
      const edits = state.history.at(-1)
      return edits ? { ...state, edits, history: state.history.slice(0, -1), announcement: 'Undone.' } : state
    }
    case 'paste':
      return pasted(state, action.cells)
    case 'removed': {
      const { ids } = action
      const edits = Object.fromEntries(Object.entries(state.edits).filter(([id]) => !ids.includes(Number(id))))
      const rows = state.rows.filter(({ id }) => !ids.includes(id))
      return moved({ ...state, edits, history: [], rows }, state.active)
    }
    case 'set':
      return edited(state, action.changes)
    case 'saved':
      return saved(state, action.rows, action.sent, action.errors)
    default:
      return action satisfies never
  }
}
