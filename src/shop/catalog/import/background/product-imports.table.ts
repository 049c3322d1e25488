import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import type { ColumnMapping } from '../columns.ts'
import type { RowOutcome } from '../report.ts'

export type ImportStatus = 'uploaded' | 'checking' | 'checked' | 'running' | 'done' | 'cancelled' | 'failed'

/** Uploaded product files, deleted after some days. The file itself is in DATA_DIR. */
export const productImports = pg.pgTable(
  'product_imports',
  {
    id: pg.integer('id').primaryKey().generatedByDefaultAsIdentity(),
    name: pg.text('name').notNull(),
    bytes: pg.integer('bytes').notNull(),
    /** The headings and five rows. */
    preview: pg.jsonb('preview').$type<readonly (readonly string[])[]>().notNull(),
    mapping: pg.jsonb('mapping').$type<ColumnMapping>().notNull().default([]),
    onlyExisting: pg.boolean('only_existing').notNull().default(false),
    status: pg.text('status').$type<ImportStatus>().notNull().default('uploaded'),
    /** Whether the stored rows are the results of a dry run. */
    isDryRun: pg.boolean('is_dry_run').notNull().default(true),
    rows: pg.integer('rows'),
    notes: pg.jsonb('notes').$type<readonly string[]>().notNull().default([]),
    problem: pg.text('problem'),
    /** The running process; if it does not renew its lease in time, another one takes over. */
    lease: pg.text('lease'),
    leaseUntil: pg.timestamp('lease_until', { withTimezone: true }),
    tries: pg.integer('tries').notNull().default(0),
    resumedAt: pg.timestamp('resumed_at', { withTimezone: true }),
    /** Rows already done when the import was resumed, to calculate its speed. */
    doneBefore: pg.integer('done_before').notNull().default(0),
    createdAt: pg.timestamp('created_at', { withTimezone: true }).notNull(),
    finishedAt: pg.timestamp('finished_at', { withTimezone: true }),
  },
  (table) => [
    // Two imports at once would each take the other's changes for edits.
    pg
      .uniqueIndex('product_imports_one_at_a_time')
      .on(sql`(true)`)
      .where(sql`${table.status} in ('checking', 'running')`),
  ],
)

/** Result of each row that was imported, or checked in a dry run. */
export const productImportRows = pg.pgTable(
  'product_import_rows',
  {
    id: pg.integer('id').primaryKey().generatedByDefaultAsIdentity(),
    importId: pg
      .integer('import_id')
      .notNull()
      .references(() => productImports.id, { onDelete: 'cascade' }),
    line: pg.integer('line').notNull(),
    outcome: pg.text('outcome').$type<RowOutcome>().notNull(),
    sku: pg.text('sku').notNull(),
    name: pg.text('name').notNull(),
    note: pg.text('note').notNull(),
    productId: pg.integer('product_id'),
    withdrawn: pg.jsonb('withdrawn').$type<readonly number[]>().notNull().default([]),
  },
  (table) => [pg.index('product_import_rows_line').on(table.importId, table.line)],
)
