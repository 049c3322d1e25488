import { type ReactNode, useRef, useState } from 'react'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import { FieldFrame, useFieldValue } from '../../../../platform/admin/fields/field.tsx'
import { formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import { Button, ErrorState } from '../../../../platform/admin/parts.tsx'
import { sendFile } from '../../../../platform/admin/send-file.client.ts'
import styles from './product-screen.module.css'
import type { ProductValues } from './product-values.ts'

const { Quantity } = formFields<ProductValues>()

type Row = Readonly<Record<string, unknown>>

type RowsProps = {
  readonly name: 'downloads' | 'meta_data'
  readonly label: string
  /** Singular of what a row is. */
  readonly one: string
  readonly columns: readonly (readonly [name: string, label: string])[]
  readonly empty: Row
  readonly children?: ReactNode
}

/** Rows of two texts. One that is stored under an id is removed by the value null. */
function RowsField({ name, label, one, columns, empty, children }: RowsProps) {
  const { value: rows, onChange } = useFieldValue<readonly Row[]>(name)
  return (
    <FieldFrame name={name} label={label} isWide isGroup>
      {() => (
        <>
          {rows.map((row, index) =>
            row.value === null ? null : (
              // oxlint-disable-next-line no-array-index-key
              <div key={index} className={styles.inline}>
                {columns.map(([column, text]) => (
                  <input
                    key={column}
                    className={controls.field}
                    aria-label={`${text} of ${one} ${index + 1}`}
                    placeholder={text}
                    readOnly={typeof row[column] === 'object'}
                    value={typeof row[column] === 'object' ? JSON.stringify(row[column]) : String(row[column])}
                    onChange={({ target }) => onChange(rows.with(index, { ...row, [column]: target.value }))}
                  />
                ))}
                <Button
                  label={`Remove ${one} ${index + 1}`}
                  onClick={() =>
                    onChange(
                      typeof row.id === 'number' ? rows.with(index, { ...row, value: null }) : rows.toSpliced(index, 1),
                    )
                  }
                />
              </div>
            ),
          )}
          <div className={styles.inline}>
            <Button label={`Add a ${one}`} onClick={() => onChange([...rows, empty])} />
            {children}
          </div>
        </>
      )}
    </FieldFrame>
  )
}

export const MetaFields = () => (
  <RowsField
    name="meta_data"
    label="Custom fields"
    one="custom field"
    columns={[
      ['key', 'Name'],
      ['value', 'Value'],
    ]}
    empty={{ key: '', value: '' }}
  />
)

export const Downloads = () => (
  <>
    <RowsField
      name="downloads"
      label="Files"
      one="file"
      columns={[
        ['name', 'Name'],
        ['file', 'Address'],
      ]}
      empty={{ id: '', name: '', file: '' }}
    >
      <UploadFile />
    </RowsField>
    <Quantity name="download_limit" label="Downloads per purchase" hint="Empty: any number." />
    <Quantity name="download_expiry" label="Days" hint="After the purchase. Empty: for ever." />
  </>
)

const MAX_MEGABYTES = 100

/** Sends a file to the protected ones of the shop, which only buyers get. */
function UploadFile() {
  const { rest } = useAdminContext()
  const { value: rows, onChange } = useFieldValue<ProductValues['downloads']>('downloads')
  const input = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<number | Error | null>(null)
  const send = async (file: File) => {
    const limit = { maxBytes: MAX_MEGABYTES * 1024 * 1024, maxText: `${MAX_MEGABYTES} MB` }
    try {
      const sending = { href: '/wp-json/samovar/v1/product-files', file, ...limit, onProgress: setState }
      const stored = await sendFile<{ readonly file: string }>(rest, sending)
      onChange([...rows, { id: '', name: file.name, file: stored.file }])
      setState(null)
    } catch (error) {
      setState(error instanceof Error ? error : new Error(String(error)))
    }
  }
  return (
    <>
      <Button label="Upload a file" isBusy={typeof state === 'number'} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void send(file)
          target.value = ''
        }}
      />
      {typeof state === 'number' && <progress value={state < 1 ? state : undefined} aria-label="Upload" />}
      {state instanceof Error && <ErrorState error={state} />}
    </>
  )
}
