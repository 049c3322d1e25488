import { stringify } from 'csv-stringify/sync'
import type { SaveOutcome } from '../save-product.ts'
import type { RowIdentity } from './row-identity.ts'

export type Reject = {
  readonly line: number
  readonly sku: string
  readonly name: string
  readonly reason: string
}

/** Result of an import: `rows` is always created + updated + unchanged + rejected. */
export type ImportReport = {
  readonly file: string
  readonly dryRun: boolean
  readonly rows: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly rejected: number
  readonly rejects: readonly Reject[]
  /** Categories, tags, attributes and values that were created. */
  readonly newTerms: {
    readonly categories: number
    readonly tags: number
    readonly attributes: number
    readonly values: number
  }
  readonly pictures: {
    /** References in accepted rows. */
    readonly named: number
    readonly added: number
    /** Not in the folder, or no folder was given: nothing is downloaded. */
    readonly notFound: number
    readonly notAPicture: number
  }
  /** References to other products in accepted rows. */
  readonly links: { readonly named: number; readonly notFound: number }
  readonly columns: {
    /** Known columns without support, with the number of rows that had a value there. */
    readonly unsupported: readonly { readonly name: string; readonly rows: number }[]
    readonly unknown: readonly string[]
  }
  readonly seconds: number
}

/** Counters of a running import. */
export class ImportStats {
  readonly rejects: Reject[] = []
  readonly outcomes = { created: 0, updated: 0, unchanged: 0 }
  readonly pictures = { named: 0, added: 0, notFound: 0, notAPicture: 0 }
  readonly links = { named: 0, notFound: 0 }

  countOutcome(outcome: SaveOutcome): void {
    this.outcomes[outcome] += 1
  }

  reject(identity: Pick<RowIdentity, 'line'> & Partial<RowIdentity>, reason: string): void {
    this.rejects.push({ line: identity.line, sku: identity.sku ?? '', name: identity.name ?? '', reason })
  }

  get done(): number {
    const { created, updated, unchanged } = this.outcomes
    return created + updated + unchanged + this.rejects.length
  }
}

/** The report for a terminal; limited to the first rejected rows. */
export function reportText(report: ImportReport, maxRejects = 50): string {
  const { rows, created, updated, unchanged, rejected, rejects, newTerms, pictures, links, columns } = report
  const lines = [
    report.dryRun ? `Dry run of ${report.file}: nothing was changed.` : `Imported ${report.file}.`,
    `${rows} rows = ${created} created + ${updated} updated + ${unchanged} unchanged + ${rejected} rejected, in ${report.seconds.toFixed(1)} s`,
  ]
  const added = Object.entries(newTerms).filter(([, count]) => count > 0)
  if (added.length > 0) lines.push(`New: ${added.map(([what, count]) => `${count} ${what}`).join(', ')}`)
  if (pictures.named > 0) {
    lines.push(
      `Pictures: ${pictures.named} named, ${pictures.added} added, ${pictures.notFound} not fetched, ${pictures.notAPicture} not readable`,
    )
  }
  if (links.named > 0) {
    lines.push(`Links to other products: ${links.named} named, ${links.notFound} not found`)
  }
  if (columns.unsupported.length > 0) {
    lines.push(`No place for: ${columns.unsupported.map(({ name, rows }) => `${name} (${rows} rows)`).join(', ')}`)
  }
  if (columns.unknown.length > 0) lines.push(`Unknown columns: ${columns.unknown.join(', ')}`)
  if (rejects.length > 0) lines.push('', 'Rejected:')
  for (const { line, sku, name, reason } of rejects.slice(0, maxRejects)) {
    lines.push(`  line ${line}, ${sku || name || 'no SKU'}: ${reason}`)
  }
  if (rejects.length > maxRejects)
    lines.push(`  … and ${rejects.length - maxRejects} more (--report FILE has them all)`)
  return lines.join('\n')
}

/** Rejected rows as CSV. */
export function rejectsCsv(report: ImportReport): string {
  return stringify(
    report.rejects.map((reject) => ({ ...reject })),
    { header: true, columns: ['line', 'sku', 'name', 'reason'], bom: true, escape_formulas: true },
  )
}
