import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { sumOf } from '../../../platform/money/money.ts'
import type { Paper } from './invoice.ts'

/* Draws invoices and packing slips as tagged PDF with title and language, so that screen readers can read them. */

type Document = PDFKit.PDFDocument
type Element = PDFKit.PDFStructureElement
type Cursor = { y: number }

const MARGIN = 54
const PAGE = { width: 612, height: 792 }
const RIGHT = PAGE.width - MARGIN
const BOTTOM = PAGE.height - 72
const colors = { ink: '#1D2723', soft: '#5A655F', line: '#D9D2C3', leaf: '#2C5A45' }

const columns = {
  item: { x: MARGIN, width: 244, align: 'left' },
  quantity: { x: 304, width: 48, align: 'right' },
  price: { x: 358, width: 92, align: 'right' },
  amount: { x: 456, width: RIGHT - 456, align: 'right' },
} as const
type Column = keyof typeof columns

const headings: Readonly<Record<Column, string>> = {
  item: 'Item',
  quantity: 'Quantity',
  price: 'Price',
  amount: 'Amount',
}

/** Streams a PDF in which each paper begins a new page. `title` is the title of the file. */
export async function* drawPapers(
  papers: readonly Paper[],
  { title, createdAt }: { readonly title: string; readonly createdAt: Date },
): AsyncGenerator<Buffer<ArrayBuffer>> {
  const [{ default: PDFDocument }, { regular, strong }, { printable }] = await Promise.all([
    import('pdfkit'),
    import('./invoice-fonts.ts'),
    import('./printable-paper.ts'),
  ])
  const author = papers[0]?.shopName ?? ''
  const doc = new PDFDocument({
    autoFirstPage: false,
    size: [PAGE.width, PAGE.height],
    margin: MARGIN,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-CA',
    displayTitle: true,
    info: { Title: `${title}, ${author}`, Author: author, CreationDate: createdAt },
  })
  const chunks: Buffer[] = []
  const finished = new Promise<void>((resolve, reject) => {
    doc
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', resolve)
      .on('error', reject)
  })
  doc.registerFont('text', regular).registerFont('strong', strong)
  const root = doc.struct('Document')
  doc.addStructure(root)
  for (const written of papers) {
    const paper = printable(written)
    doc.addPage()
    const cursor = { y: MARGIN }
    drawLetterhead(doc, root, cursor, paper)
    drawAddresses(doc, root, cursor, paper)
    drawLines(doc, root, cursor, paper)
    drawTotals(doc, root, cursor, paper)
    drawEnd(doc, root, cursor, paper)
    drawPageNumbers(doc, paper)
    doc.flushPages()
    // Lets other requests run between two papers, each of which takes some 20 ms of CPU time.
    await setImmediate()
    yield Buffer.concat(chunks.splice(0))
  }
  root.end()
  doc.end()
  await finished
  yield Buffer.concat(chunks)
}

export const invoicePdf = (invoice: Paper, createdAt: Date) =>
  buffer(drawPapers([invoice], { title: invoice.title, createdAt }))

type TextStyle = {
  readonly font?: 'text' | 'strong'
  readonly size?: number
  readonly color?: string
  readonly x?: number
  readonly width?: number
  readonly align?: 'left' | 'right'
}

function setStyle(doc: Document, { font = 'text', size = 10, color = colors.ink }: TextStyle): void {
  doc.font(font).fontSize(size).fillColor(color)
}

function heightOf(doc: Document, text: string, style: TextStyle): number {
  setStyle(doc, style)
  return doc.heightOfString(text, { width: style.width ?? RIGHT - MARGIN })
}

/** Returns the y position where the text ends, which may be on a later page. */
function put(doc: Document, parent: Element, type: string, text: string, y: number, style: TextStyle = {}): number {
  const { x = MARGIN, width = RIGHT - MARGIN, align = 'left' } = style
  // `scope` is missing in the library's types.
  const options: PDFKit.Mixins.StructureElementOptions & { readonly scope?: 'Column' } =
    type === 'TH' ? { scope: 'Column' } : {}
  parent.add(
    doc.struct(type, options, () => {
      setStyle(doc, style)
      doc.text(text, x, y, { width, align })
    }),
  )
  return doc.y
}

function rule(doc: Document, y: number, from = MARGIN): void {
  doc.markContent('Artifact', { type: 'Layout' })
  doc.moveTo(from, y).lineTo(RIGHT, y).lineWidth(0.7).strokeColor(colors.line).stroke()
  doc.endMarkedContent()
}

/** Begins a new page if this one has no room, unless no page has: then the content starts here and continues. */
function reserve(doc: Document, cursor: Cursor, height: number): boolean {
  if (cursor.y + (height < BOTTOM - MARGIN ? height : 60) <= BOTTOM) return false
  doc.addPage()
  cursor.y = MARGIN
  return true
}

function drawLetterhead(doc: Document, root: Element, cursor: Cursor, { title, shopName, shopLines, facts }: Paper) {
  const half = { x: 330, width: RIGHT - 330 } as const
  let leftY = put(doc, root, 'H1', title, MARGIN, { font: 'strong', size: 24, color: colors.leaf, width: 260 }) + 10
  for (const [label, value] of facts) leftY = put(doc, root, 'P', `${label}: ${value}`, leftY, { width: 260 }) + 2
  let rightY = put(doc, root, 'P', shopName, MARGIN + 4, { font: 'strong', size: 13, align: 'right', ...half }) + 4
  for (const line of shopLines)
    rightY = put(doc, root, 'P', line, rightY, { color: colors.soft, align: 'right', ...half }) + 1
  cursor.y = Math.max(leftY, rightY) + 22
}

function drawAddresses(doc: Document, root: Element, cursor: Cursor, { addresses }: Paper): void {
  const bottoms = addresses.map(([title, lines], index) => {
    const column = { x: MARGIN + index * 250, width: 236 }
    let y = put(doc, root, 'H2', title, cursor.y, { font: 'strong', ...column }) + 3
    for (const line of lines) y = put(doc, root, 'P', line, y, column) + 1
    return y
  })
  cursor.y = Math.max(cursor.y, ...bottoms) + 24
}

/** Column headings; the repetitions on later pages are untagged, so that screen readers skip them. */
function drawHeadings(doc: Document, table: Element | null, cursor: Cursor, hasPrices: boolean): void {
  const style = { font: 'strong', size: 9, color: colors.soft } as const
  const row = table && doc.struct('TR')
  if (table && row) table.add(row)
  else doc.markContent('Artifact', { type: 'Pagination' })
  for (const [name, { x, width, align }] of Object.entries(columns)) {
    if (!hasPrices && (name === 'price' || name === 'amount')) continue
    const text = headings[name as Column]
    if (row) put(doc, row, 'TH', text, cursor.y, { ...style, x, width, align })
    else {
      setStyle(doc, style)
      doc.text(text, x, cursor.y, { width, align })
    }
  }
  if (row) row.end()
  else doc.endMarkedContent()
  cursor.y += 16
  rule(doc, cursor.y)
  cursor.y += 7
}

function drawLines(doc: Document, root: Element, cursor: Cursor, { lines, totals }: Paper): void {
  const hasPrices = totals.length > 0
  const table = doc.struct('Table')
  root.add(table)
  drawHeadings(doc, table, cursor, hasPrices)
  for (const { name, details, quantity, price, amount } of lines) {
    const soft = { ...columns.item, size: 9, color: colors.soft }
    const detail = details.join('\n')
    const height = heightOf(doc, name, columns.item) + (detail === '' ? 0 : heightOf(doc, detail, soft) + 1)
    if (reserve(doc, cursor, height + 12)) drawHeadings(doc, null, cursor, hasPrices)
    const row = doc.struct('TR')
    table.add(row)
    const cell = doc.struct('TD')
    row.add(cell)
    const prices = [['price', price] as const, ['amount', amount] as const]
    for (const [column, text] of [['quantity', quantity] as const, ...(hasPrices ? prices : [])])
      put(doc, row, 'TD', text || ' ', cursor.y, columns[column])
    // Drawn last, because it may continue on the next page.
    let bottom = put(doc, cell, 'P', name, cursor.y, columns.item)
    if (detail !== '') bottom = put(doc, cell, 'P', detail, bottom + 1, soft)
    cell.end()
    row.end()
    cursor.y = bottom + 6
    rule(doc, cursor.y)
    cursor.y += 6
  }
  table.end()
}

function drawTotals(doc: Document, root: Element, cursor: Cursor, { totals }: Paper): void {
  if (totals.length === 0) return
  const table = doc.struct('Table')
  root.add(table)
  cursor.y += 4
  const rows = totals.map(({ label, amount, isTotal }) => {
    const style = { font: isTotal ? 'strong' : 'text', size: isTotal ? 12 : 10, x: 230, width: 176 } as const
    return { label, amount, style, height: heightOf(doc, label, style) + 4 }
  })
  const whole = sumOf(rows, ({ height }) => height)
  reserve(doc, cursor, whole)
  for (const { label, amount, style, height } of rows) {
    reserve(doc, cursor, height + 4)
    const row = doc.struct('TR')
    table.add(row)
    put(doc, row, 'TH', label, cursor.y, style)
    put(doc, row, 'TD', amount, cursor.y, { ...style, x: 412, width: RIGHT - 412, align: 'right' })
    row.end()
    cursor.y += height
  }
  table.end()
}

function drawEnd(doc: Document, root: Element, cursor: Cursor, { payment, closing }: Paper): void {
  // A long note begins here, and goes on on the next page.
  reserve(doc, cursor, heightOf(doc, payment, {}) + Math.min(heightOf(doc, closing, {}), 40) + 28)
  cursor.y = put(doc, root, 'P', payment, cursor.y + 18, { font: 'strong' }) + 6
  cursor.y = put(doc, root, 'P', closing, cursor.y, { color: colors.soft })
}

function drawPageNumbers(doc: Document, { title, shopName }: Paper): void {
  const { start, count } = doc.bufferedPageRange()
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index)
    // Text below the margin would begin a new page.
    doc.page.margins.bottom = 0
    doc.markContent('Artifact', { type: 'Pagination' })
    setStyle(doc, { size: 8, color: colors.soft })
    const text = `${shopName} · ${title} · Page ${index - start + 1} of ${count}`
    doc.text(text, MARGIN, PAGE.height - 44, { width: RIGHT - MARGIN, align: 'center', lineBreak: false })
    doc.endMarkedContent()
  }
}
