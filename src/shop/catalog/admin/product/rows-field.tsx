import type { ReactNode } from 'react'
import controls from '../../../../platform/admin/controls.module.css'
import { FieldFrame, useFieldValue } from '../../../../platform/admin/fields/field.tsx'
import { Button } from '../../../../platform/admin/parts.tsx'

export type Row = Readonly<Record<string, unknown>>

type RowsProps = {
  readonly name: 'downloads' | 'meta_data'
  readonly label: string
  /** What one row is called, in the singular. */
  readonly one: string
  /** Labels of the text columns by field name. */
  readonly columns: Readonly<Record<string, string>>
  readonly children?: ReactNode
}

/** Rows of texts. A stored row, which has a numeric id, is deleted by sending the value null. */
export function RowsField({ name, label, one, columns, children }: RowsProps) {
  const { value: rows, onChange } = useFieldValue<readonly Row[]>(name)
  const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const remove = (row: Row, at: number) =>
    onChange(typeof row.id === 'number' ? rows.with(at, { ...row, value: null }) : rows.toSpliced(at, 1))
  const empty = Object.fromEntries(Object.keys(columns).map((column) => [column, '']))
  return (
    <FieldFrame name={name} label={label} isWide isGroup>
      {() => (
        <>
          {rows.map((row, at) =>
            row.value === null ? null : (
              // oxlint-disable-next-line no-array-index-key
              <div key={at} className={controls.item}>
                {Object.entries(columns).map(([column, text]) => (
                  <input
                    key={column}
                    className={`${controls.field} ${controls.words}`}
                    aria-label={`${text} of ${one} ${at + 1}`}
                    placeholder={text}
                    readOnly={typeof row[column] === 'object'}
                    value={textOf(row[column])}
                    onChange={({ target }) => onChange(rows.with(at, { ...row, [column]: target.value }))}
                  />
                ))}
                <Button label={`Remove ${one} ${at + 1}`} onClick={() => remove(row, at)} />
              </div>
            ),
          )}
          <div className={controls.item}>
            <Button label={`Add a ${one}`} onClick={() => onChange([...rows, empty])} />
            {children}
          </div>
        </>
      )}
    </FieldFrame>
  )
}
