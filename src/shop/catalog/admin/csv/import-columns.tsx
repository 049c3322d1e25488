import { useState } from 'react'
import controls from '../../../../platform/admin/controls.module.css'
import form from '../../../../platform/admin/form/form.module.css'
import { Button, ErrorState, Panel } from '../../../../platform/admin/parts.tsx'
import { useSend } from '../../../../platform/admin/resource.ts'
import { paths } from '../../../../platform/web/routes.ts'
import { headings } from '../../import/headings.ts'
import type { ImportJson } from '../../rest/product-imports.ts'
import styles from './csv-screen.module.css'

const numbered = [1, 2, 3].flatMap((number) => [`Attribute ${number} name`, `Attribute ${number} value(s)`])
const targets = [...headings, ...numbered, 'Download 1 name', 'Download 1 URL']

/** Previews the file's first rows, and asks for the meaning of unknown columns. */
export function ImportColumns({ one }: { readonly one: ImportJson }) {
  const [mapping, setMapping] = useState(() =>
    one.headings.map((heading, index) => one.mapping[index] ?? (one.known[index] ? heading : '')),
  )
  const [onlyExisting, setOnlyExisting] = useState(one.only_existing)
  const begin = useSend(
    (rest, status: 'checking' | 'running') =>
      rest.send<ImportJson>('PUT', `${paths.restProductImports}/${one.id}`, {
        mapping,
        only_existing: onlyExisting,
        status,
      }),
    [paths.restProductImports],
  )
  const unknown = one.headings.flatMap((heading, index) => (one.known[index] ? [] : [{ heading, index }]))
  return (
    <Panel id="columns" title={one.name}>
      {/* It scrolls, so that it must be reached by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.scroll} aria-label="The first rows of the file" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {one.headings.map((heading, index) => (
                <th key={`${index} ${heading}`} scope="col">
                  {heading || '–'}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {one.preview.map((row, line) => (
              <tr key={`${line} ${row[0]}`}>
                {one.headings.map((heading, index) => (
                  <td key={`${index} ${heading}`}>{row[index]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={form.soft}>
        {unknown.length === 0
          ? 'All columns are known.'
          : `${one.headings.length - unknown.length} columns are known. Say what the others are:`}
      </p>
      <div className={styles.filters}>
        {unknown.map(({ heading, index }) => (
          <label key={`${index} ${heading}`}>
            {heading || `Column ${index + 1}`}
            <select
              className={controls.field}
              value={mapping[index]}
              onChange={({ target }) => setMapping(mapping.with(index, target.value))}
            >
              <option value="">Ignore</option>
              {heading && <option value={`Meta: ${heading}`}>Custom field “{heading}”</option>}
              {targets.map((target) => (
                <option key={target}>{target}</option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <label className={styles.check}>
        <input type="checkbox" checked={onlyExisting} onChange={({ target }) => setOnlyExisting(target.checked)} />
        Only change products that the shop has; skip new ones
      </label>
      <div className={styles.buttons}>
        <Button label="Dry run" isBusy={begin.isPending} onClick={() => begin.mutate('checking')} />
        <Button
          kind="primary"
          label={one.status === 'cancelled' && !one.dry_run ? 'Continue the import' : 'Import'}
          isBusy={begin.isPending}
          onClick={() => begin.mutate('running')}
        />
      </div>
      {begin.error && <ErrorState error={begin.error} />}
    </Panel>
  )
}
