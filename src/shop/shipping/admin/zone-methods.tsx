import { useState } from 'react'
import { formatAmount } from '../../../platform/admin/amount.ts'
import { ConfirmButton } from '../../../platform/admin/confirm-button.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { Badge, Button, EmptyState, ErrorState, Panel, QueryState, useRest } from '../../../platform/admin/parts.tsx'
import { useSend } from '../../../platform/admin/resource.ts'
import { useToast } from '../../../platform/admin/toast.tsx'
import type { MethodJson } from '../rest/zone-methods.ts'
import { MethodDialog } from './method-dialog.tsx'
import styles from './shipping.module.css'
import { OrderedRows, zones } from './zone-rows.tsx'

const kinds = [
  ['flat_rate', 'flat rate'],
  ['free_shipping', 'free shipping'],
  ['local_pickup', 'local pickup'],
] as const

/** The methods of a zone. Each change is saved immediately. */
export function ZoneMethods({ zone }: { zone: number }) {
  const path = `${zones.rest}/${zone}/methods`
  const query = useRest<readonly MethodJson[]>([zones.rest, zone, 'methods'], path)
  const [edited, setEdited] = useState<number | null>(null)
  const add = useSend((rest, kind: string) => rest.send<MethodJson>('POST', path, { method_id: kind }), [zones.rest], {
    onSuccess: ({ id }) => setEdited(id),
  })
  const methods = query.data ?? []
  const open = methods.find(({ id }) => id === edited)
  return (
    <Panel id="methods" title="Methods">
      <QueryState query={query} />
      {query.data?.length === 0 && (
        <EmptyState title="No methods yet">
          <p>Without one, nothing can be shipped to this zone.</p>
        </EmptyState>
      )}
      <OrderedRows path={path} rows={methods.map((method) => ({ ...method, name: method.title }))}>
        {(method) => <MethodRow path={path} method={method} onEdit={() => setEdited(method.id)} />}
      </OrderedRows>
      <p className={styles.add}>
        {kinds.map(([kind, name]) => (
          <Button key={kind} label={`Add ${name}`} disabled={add.isPending} onClick={() => add.mutate(kind)} />
        ))}
      </p>
      {add.error && <ErrorState error={add.error} />}
      {open && <MethodDialog key={open.id} path={path} method={open} onClose={() => setEdited(null)} />}
    </Panel>
  )
}

type MethodRowProps = { readonly path: string; readonly method: MethodJson; readonly onEdit: () => void }

function MethodRow({ path, method: { id, title, enabled, method_title: kind, settings }, onEdit }: MethodRowProps) {
  const toast = useToast()
  const turn = useSend((rest, on: boolean) => rest.send('PUT', `${path}/${id}`, { enabled: on }), [zones.rest], {
    onSuccess: (_, on) => toast.show({ text: `${title} is ${on ? 'offered' : 'not offered any more'}.` }),
  })
  const remove = useSend((rest) => rest.send('DELETE', `${path}/${id}`, { force: true }), [zones.rest])
  return (
    <>
      <span className={controls.words}>
        <strong>{title}</strong>
        <span>{[kind, detailOf(settings)].filter(Boolean).join(' · ')}</span>
      </span>
      {!enabled && <Badge>Off</Badge>}
      <span className={styles.end}>
        <Button label="Edit" aria-label={`Edit ${title}`} onClick={onEdit} />
        <Button
          label={enabled ? 'Switch off' : 'Switch on'}
          aria-label={`Switch ${title} ${enabled ? 'off' : 'on'}`}
          disabled={turn.isPending}
          onClick={() => turn.mutate(!enabled)}
        />
        <ConfirmButton
          label="Delete"
          confirmLabel="Delete permanently"
          question={`Delete ${title}?`}
          text="Carts that have chosen it get another one. Past orders keep it."
          run={() => remove.mutateAsync()}
        />
      </span>
      {turn.error && <ErrorState error={turn.error} />}
    </>
  )
}

/** The cost '$9.95', or the condition 'A minimum order amount ($75.00)'. */
function detailOf({ cost, requires, min_amount: amount }: MethodJson['settings']): string {
  if (cost) return formatAmount(cost.value ?? '')
  const condition = requires?.options?.[requires.value ?? '']
  if (!condition) return ''
  return /min_amount|either|both/.test(requires.value ?? '')
    ? `${condition} (${formatAmount(amount?.value ?? '0')})`
    : condition
}
