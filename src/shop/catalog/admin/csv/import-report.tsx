import { useState } from 'react'
import controls from '../../../../platform/admin/controls.module.css'
import { SaveButton } from '../../../../platform/admin/files/save-button.tsx'
import form from '../../../../platform/admin/form/form.module.css'
import { Button, ErrorState, Panel, QueryState, TableHead } from '../../../../platform/admin/parts.tsx'
import { useRestPages, useSend } from '../../../../platform/admin/resource.ts'
import { paths } from '../../../../platform/web/routes.ts'
import type { ImportJson, ImportRowJson } from '../../rest/product-imports.ts'
import styles from './csv-screen.module.css'

const numbers = new Intl.NumberFormat('en-CA')
const minutes = (seconds: number) => (seconds < 90 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`)

export function ImportProgress({ one }: { readonly one: ImportJson }) {
  const cancel = useSend(
    (rest, _: void) => rest.send<ImportJson>('PUT', `${paths.restProductImports}/${one.id}`, { status: 'cancelled' }),
    [paths.restProductImports],
  )
  const { rows, done, rows_per_second: rate, seconds_left: left } = one
  return (
    <Panel id="progress" title={one.dry_run ? `Dry run of ${one.name}` : `Importing ${one.name}`}>
      <progress
        className={styles.bar}
        aria-label="Rows"
        max={rows ?? undefined}
        value={rows === null ? undefined : done}
      />
      <p role="status">
        {rows === null ? 'The file is read …' : `${numbers.format(done)} of ${numbers.format(rows)} rows`}
        {rate > 0 && `, ${numbers.format(rate)} a second`}
        {left !== null && `, about ${minutes(left)} left`}
      </p>
      <p className={form.soft}>You can leave this screen; it goes on, also after a restart of the shop.</p>
      <Button label="Cancel" isBusy={cancel.isPending} onClick={() => cancel.mutate()} />
      {cancel.error && <ErrorState error={cancel.error} />}
    </Panel>
  )
}

const outcomes = [
  ['created', 'Created', 'Would be created'],
  ['updated', 'Changed', 'Would be changed'],
  ['unchanged', 'Unchanged', 'Unchanged'],
  ['skipped', 'Skipped', 'Would be skipped'],
  ['rejected', 'Refused', 'Would be refused'],
] as const

const titles: Readonly<Record<string, string>> = { checked: 'Dry run', done: 'Imported', cancelled: 'Cancelled' }

/** Row counts by outcome, which add up to the rows of the file, and each row with its outcome. */
export function ImportReport({ one }: { readonly one: ImportJson }) {
  const [outcome, setOutcome] = useState('')
  const href = `${paths.restProductImports}/${one.id}`
  const { query, items } = useRestPages<ImportRowJson>([href, one.status, outcome], `${href}/rows`, {
    per_page: '50',
    ...(outcome && { outcome }),
  })
  const textOf = new Map<string, string>(outcomes.map(([name, did, would]) => [name, one.dry_run ? would : did]))
  return (
    <Panel id="report" title={`${titles[one.status] ?? 'Stopped'}: ${one.name}`}>
      {one.problem && (
        <p role="alert" className={styles.problem}>
          {one.problem}
        </p>
      )}
      <dl className={styles.counts}>
        {outcomes.map(([name]) => (
          <div key={name}>
            <dt>{textOf.get(name)}</dt>
            <dd>{numbers.format(one.counts[name])}</dd>
          </div>
        ))}
        <div>
          <dt>Rows of the file</dt>
          <dd>{one.rows === null ? '–' : numbers.format(one.rows)}</dd>
        </div>
      </dl>
      {one.notes.map((note) => (
        <p key={note} className={form.soft}>
          {note}
        </p>
      ))}
      <div className={styles.buttons}>
        <label>
          <span className="visually-hidden">Rows to show</span>
          <select className={controls.field} value={outcome} onChange={({ target }) => setOutcome(target.value)}>
            <option value="">All rows</option>
            {outcomes.map(([name]) => (
              <option key={name} value={name}>
                {textOf.get(name)}
              </option>
            ))}
          </select>
        </label>
        <SaveButton label="Save the report" href={`${href}/report`} name={`report-${one.id}.csv`} />
        {one.counts.rejected > 0 && (
          <SaveButton label="Save the refused rows" href={`${href}/refused`} name={`refused-${one.id}.csv`} />
        )}
      </div>
      <QueryState query={query} />
      {items.length > 0 && (
        // It scrolls, so that it must be reached by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={styles.scroll} aria-label="Results by row" tabIndex={0}>
          <table>
            <TableHead titles={['Line', 'SKU', 'Name', 'Result', 'Note']} />
            <tbody>
              {items.map(({ id, line, sku, name, outcome: became, note }) => (
                <tr key={id}>
                  <td>{line}</td>
                  <td>{sku}</td>
                  <td>{name}</td>
                  <td>{textOf.get(became)}</td>
                  <td>{note}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {query.hasNextPage && (
        <Button label="More rows" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} />
      )}
    </Panel>
  )
}
