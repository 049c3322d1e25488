import { type ReactNode, useEffect, useRef } from 'react'
import controls from '../../../platform/admin/controls.module.css'
import { ErrorState } from '../../../platform/admin/parts.tsx'
import { type Resource, resourceOf, useSend } from '../../../platform/admin/resource.ts'
import { Icon } from '../../../platform/ui/icon.tsx'
import { paths } from '../../../platform/web/routes.ts'
import styles from './shipping.module.css'

export const zones: Resource = resourceOf(
  ['shipping zone', 'shipping zones'],
  'Shipping',
  paths.restShippingZones,
  paths.adminShipping,
)

type Row = { readonly id: number; readonly name: string }
type RowsProps<R extends Row> = {
  /** REST address of the list, whose items have an `order`. */
  readonly path: string
  readonly rows: readonly R[]
  readonly children: (row: R) => ReactNode
  /** A fixed last row. */
  readonly last?: ReactNode
}

/** Rows with buttons that change their order. */
export function OrderedRows<R extends Row>({ path, rows, children, last }: RowsProps<R>) {
  const pressed = useRef('')
  const send = useSend(
    (rest, ids: readonly number[]) =>
      rest.send('POST', `${path}/batch`, { update: ids.map((id, index) => ({ id, order: index + 1 })) }),
    [zones.rest],
  )
  // React moves the row in the DOM, so that the pressed button loses focus.
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById(pressed.current)?.focus()
  }, [rows])
  const move = (index: number, step: -1 | 1) => {
    const row = rows[index]
    pressed.current = `move-${step}-${row?.id}`
    if (!row || !rows[index + step] || send.isPending) return
    const ids = rows.map(({ id }) => id)
    send.mutate(ids.toSpliced(index, 1).toSpliced(index + step, 0, row.id))
  }
  return (
    <>
      {send.error && <ErrorState error={send.error} />}
      <ol className={styles.rows}>
        {rows.map((row, index) => (
          <li key={row.id} className={styles.row}>
            {children(row)}
            <span className={styles.end}>
              {([-1, 1] as const).map((step) => (
                <button
                  key={step}
                  id={`move-${step}-${row.id}`}
                  type="button"
                  className={controls.button}
                  aria-label={`Move ${row.name} ${step === -1 ? 'up' : 'down'}`}
                  aria-disabled={rows[index + step] === undefined}
                  onClick={() => move(index, step)}
                >
                  <Icon name={step === -1 ? 'up' : 'down'} size={18} />
                </button>
              ))}
            </span>
          </li>
        ))}
        {last}
      </ol>
    </>
  )
}
