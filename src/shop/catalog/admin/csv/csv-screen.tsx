import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import { SaveButton } from '../../../../platform/admin/files/save-button.tsx'
import { sendFile } from '../../../../platform/admin/files/send-file.client.ts'
import form from '../../../../platform/admin/form/form.module.css'
import { SectionTabs } from '../../../../platform/admin/list/list-controls.tsx'
import { ErrorState, Panel, QueryState, ScreenHeader } from '../../../../platform/admin/parts.tsx'
import { useSend } from '../../../../platform/admin/resource.ts'
import { paths } from '../../../../platform/web/routes.ts'
import { headings } from '../../import/headings.ts'
import type { ImportJson } from '../../rest/product-imports.ts'
import { useCategories } from '../categories.ts'
import styles from './csv-screen.module.css'
import { ImportColumns } from './import-columns.tsx'
import { ImportProgress, ImportReport } from './import-report.tsx'

const MAX_BYTES = 100 * 1024 * 1024
const POLL_MS = 1000
const importsKey = [paths.restProductImports]

/** Imports a product CSV step by step, and exports the catalogue. */
export function CsvScreen() {
  const { rest } = useAdminContext()
  const query = useQuery({
    queryKey: importsKey,
    queryFn: async ({ signal }) =>
      (await rest.list<ImportJson>(`${paths.restProductImports}?per_page=1`, signal)).items,
    refetchInterval: ({ state }) => (isActive(state.data?.[0]) ? POLL_MS : false),
  })
  const [one] = query.data ?? []
  return (
    <>
      <ScreenHeader title="Import and export" />
      <SectionTabs />
      <div className={styles.steps}>
        <QueryState query={query} />
        {query.data && !isActive(one) && <UploadPanel />}
        {one && isActive(one) && <ImportProgress one={one} />}
        {one && !isActive(one) && one.status !== 'done' && <ImportColumns key={one.id} one={one} />}
        {one && (one.done > 0 || one.problem !== null) && !isActive(one) && <ImportReport key={one.status} one={one} />}
        {!query.isPending && <ExportPanel />}
      </div>
    </>
  )
}

const isActive = (one: ImportJson | undefined): boolean => one?.status === 'checking' || one?.status === 'running'

function UploadPanel() {
  const [progress, setProgress] = useState(0)
  const upload = useSend(
    (rest, file: File) =>
      sendFile<ImportJson>(rest, {
        href: paths.restProductImports,
        file,
        maxBytes: MAX_BYTES,
        onProgress: setProgress,
      }),
    importsKey,
  )
  return (
    <Panel id="upload" title="Import a file">
      <p className={form.soft}>
        A CSV of products as this shop or WooCommerce exports it, or a table of your own. Nothing changes before you say
        so.
      </p>
      <label className={styles.file}>
        CSV file
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          disabled={upload.isPending}
          onChange={({ target }) => target.files?.[0] && upload.mutate(target.files[0])}
        />
      </label>
      {upload.isPending && <progress className={styles.bar} aria-label="Upload" value={progress} />}
      {upload.error && <ErrorState error={upload.error} />}
    </Panel>
  )
}

const statuses = { '': 'Any status', publish: 'Published', draft: 'Drafts', private: 'Private', pending: 'Pending' }
const types = {
  '': 'All types',
  'simple|external|grouped': 'Without choices',
  'variable|variation': 'With variations',
}

function ExportPanel() {
  const [filter, setFilter] = useState({ status: '', type: '', category: '', columns: '', meta: '' })
  const categories = useCategories().data ?? []
  const select = (name: 'status' | 'type' | 'category', label: string, options: readonly (readonly string[])[]) => (
    <label>
      {label}
      <select
        className={controls.field}
        value={filter[name]}
        onChange={({ target }) => setFilter({ ...filter, [name]: target.value })}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
  const categoryNames = categories.map(({ id, name, depth }) => [`${id}`, `${'— '.repeat(depth)}${name}`] as const)
  const exportQuery = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''))
  return (
    <Panel id="export" title="Export products">
      <div className={styles.filters}>
        {select('status', 'Status', Object.entries(statuses))}
        {select('type', 'Type', Object.entries(types))}
        {select('category', 'Category', [['', 'All categories'], ...categoryNames])}
        <label>
          Columns (none chosen: all)
          <select
            className={controls.field}
            multiple
            size={4}
            onChange={({ target }) =>
              setFilter({ ...filter, columns: [...target.selectedOptions].map(({ value }) => value).join('|') })
            }
          >
            {[...headings, 'Attribute', 'Download'].map((heading) => (
              <option key={heading}>{heading}</option>
            ))}
          </select>
        </label>
        <label className={styles.check}>
          <input
            type="checkbox"
            onChange={({ target }) => setFilter({ ...filter, meta: target.checked ? 'true' : '' })}
          />
          With custom fields
        </label>
      </div>
      <SaveButton label="Export CSV" href={`${paths.restProductExport}?${exportQuery}`} name="products.csv" />
    </Panel>
  )
}
