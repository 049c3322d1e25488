import { stringify } from 'csv-stringify/sync'
import { cutText } from '../../../platform/storable-text.ts'
import type { TermRegistry } from '../term-registry.ts'
import type { RowIdentity } from './row-identity.ts'

export type RowOutcome = 'created' | 'updated' | 'unchanged' | 'skipped' | 'rejected'

export type RowResult = {
  readonly line: number
  readonly sku: string
  readonly name: string
  readonly outcome: RowOutcome
  /** The reason of a rejection, and other remarks. */
  readonly note: string
  /** null in a dry run, and for a rejected row. */
  readonly productId: number | null
  /** Variations that became private, because the row's product lost an attribute. */
  readonly withdrawn: readonly number[]
}

type Reject = Pick<RowIdentity, 'line' | 'name'> & { readonly sku: string; readonly reason: string }

export class ImportStats {
  readonly rejects: Reject[] = []
  readonly #hasLedger: boolean
  /** Results that the ledger has not stored yet. */
  readonly results: RowResult[] = []
  readonly outcomes = { created: 0, updated: 0, unchanged: 0, skipped: 0, rejected: 0 }
  readonly #notes = new Map<number, string>()
  readonly #withdrawn = new Map<number, readonly number[]>()
  /** `notFound`: not in the folder, or on another site: those are fetched later or not at all. */
  readonly pictures = { named: 0, added: 0, notFound: 0, notAPicture: 0 }
  readonly links = { named: 0, notFound: 0 }

  /** With a ledger, rejected rows are stored there; otherwise they are collected for the report. */
  constructor(hasLedger = false) {
    this.#hasLedger = hasLedger
  }

  reject(identity: Pick<RowIdentity, 'line'> & Partial<RowIdentity>, reason: string): void {
    if (!this.#hasLedger)
      this.rejects.push({ line: identity.line, sku: identity.sku ?? '', name: identity.name ?? '', reason })
    this.record(identity, 'rejected', reason)
  }

  record(identity: Pick<RowIdentity, 'line'> & Partial<RowIdentity>, outcome: RowOutcome, note: string): void {
    this.results.push(this.result(identity, outcome, note))
    this.outcomes[outcome] += 1
  }

  result(
    { line, sku, name }: Pick<RowIdentity, 'line'> & Partial<RowIdentity>,
    outcome: RowOutcome,
    note = '',
    productId: number | null = null,
  ): RowResult {
    const fullNote = [note, outcome !== 'rejected' && this.#notes.get(line)].filter(Boolean).join('; ')
    const withdrawn = (outcome !== 'rejected' && this.#withdrawn.get(line)) || []
    return { line, sku: sku ?? '', name: name ?? '', outcome, note: fullNote, productId, withdrawn }
  }

  /** Adds a remark to a row, unless it is rejected. */
  note(line: number, text: string): void {
    this.#notes.set(line, cutText([this.#notes.get(line), text].filter(Boolean).join('; '), 1000))
  }

  /** Adds the variations that a row makes private, unless it is rejected. */
  withdraw(line: number, ids: readonly number[]): void {
    this.#withdrawn.set(line, ids)
  }

  /** Call it after the results of these rows are created. */
  clearNotes(): void {
    this.#notes.clear()
    this.#withdrawn.clear()
  }

  get done(): number {
    return Object.values(this.outcomes).reduce((sum, count) => sum + count, 0)
  }
}

/** Result of an import: `rows` is always created + updated + unchanged + skipped + rejected. */
export type ImportReport = ImportStats['outcomes'] &
  Pick<ImportStats, 'rejects' | 'pictures' | 'links'> & {
    readonly file: string
    readonly dryRun: boolean
    readonly rows: number
    readonly newTerms: TermRegistry['added']
    /** Variations that are private now, because their product has lost an attribute. */
    readonly withdrawn: number
    readonly columns: {
      readonly unsupported: readonly { readonly name: string; readonly rows: number }[]
      readonly unknown: readonly string[]
    }
    readonly seconds: number
  }

/** Remarks about the whole file. */
export function reportNotes({ newTerms, withdrawn, pictures, links, columns }: ImportReport): string[] {
  const added = Object.entries(newTerms).filter(([, count]) => count > 0)
  return [
    added.length > 0 && `New: ${added.map(([what, count]) => `${count} ${what}`).join(', ')}`,
    withdrawn > 0 && `Variations that became private, because their product lost an attribute: ${withdrawn}`,
    pictures.named > 0 &&
      `Pictures: ${pictures.named} named, ${pictures.added} added, ${pictures.notFound} not fetched, ${pictures.notAPicture} not readable`,
    links.named > 0 && `Links to other products: ${links.named} named, ${links.notFound} not found`,
    columns.unsupported.length > 0 &&
      `No place for: ${columns.unsupported.map(({ name, rows }) => `${name} (${rows} rows)`).join(', ')}`,
    columns.unknown.length > 0 && `Unknown columns: ${columns.unknown.join(', ')}`,
  ].filter((line) => line !== false)
}

export function reportText(report: ImportReport, maxRejects = 50): string {
  const { rows, created, updated, unchanged, skipped, rejected, rejects } = report
  return [
    report.dryRun ? `Dry run of ${report.file}: nothing was changed.` : `Imported ${report.file}.`,
    `${rows} rows = ${created} created + ${updated} updated + ${unchanged} unchanged + ${skipped} skipped + ${rejected} rejected, in ${report.seconds.toFixed(1)} s`,
    ...reportNotes(report),
    rejects.length > 0 && '\nRejected:',
    ...rejects
      .slice(0, maxRejects)
      .map(({ line, sku, name, reason }) => `  line ${line}, ${sku || name || 'no SKU'}: ${reason}`),
    rejects.length > maxRejects && `  … and ${rejects.length - maxRejects} more (--report FILE has them all)`,
  ]
    .filter((line) => line !== false)
    .join('\n')
}

export const rejectsCsv = ({ rejects }: ImportReport): string =>
  stringify([...rejects], {
    header: true,
    columns: ['line', 'sku', 'name', 'reason'],
    bom: true,
    escape_formulas: true,
  })
