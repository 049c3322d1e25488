import { useId, useState } from 'react'
import { ConfirmButton } from '../../../../platform/admin/confirm-button.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import { MediaButton } from '../../../../platform/admin/fields/media-picker.tsx'
import { Button, ErrorState, Panel, QueryState } from '../../../../platform/admin/parts.tsx'
import { useSend } from '../../../../platform/admin/resource.ts'
import { paths } from '../../../../platform/web/routes.ts'
import styles from './arrange.module.css'
import { useArrange, useTerms } from './arrange.tsx'
import { rowsOf } from './tree.ts'

export type Attribute = {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly order_by: string
  readonly has_archives: boolean
  readonly samovar: { readonly display: string }
}

type Value = {
  readonly id: number
  readonly name: string
  readonly menu_order: number
  readonly count: number
  readonly samovar: { readonly tint: string | null; readonly image_id: number }
}
type Change = { readonly name: string } | { readonly samovar: Partial<Value['samovar']> }

/** The values of an attribute. Each change is saved at once. */
export function AttributeValues({ attribute }: { readonly attribute: Attribute }) {
  const path = `${paths.restAttributes}/${attribute.id}/terms`
  const query = useTerms<Value>(path)
  const values = query.data?.map((value) => ({ ...value, parent: 0 }))
  const { buttonsOf, state } = useArrange(path, values, ['up', 'down'])
  const [name, setName] = useState('')
  const id = useId()
  const add = useSend((rest, menu_order: number) => rest.send('POST', path, { name, menu_order }), [path], {
    onSuccess: () => setName(''),
  })
  return (
    <Panel id={id} title="Values">
      <QueryState query={query} />
      {state}
      <ol className={styles.rows}>
        {rowsOf(values ?? []).map(({ term }) => (
          <li key={term.id} className={styles.row}>
            <ValueFields path={path} value={term} isSwatch={attribute.samovar.display === 'swatch'} />
            {attribute.order_by === 'menu_order' && buttonsOf(term)}
          </li>
        ))}
      </ol>
      <form
        className={styles.add}
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') add.mutate(Math.max(0, ...(values ?? []).map((one) => one.menu_order)) + 1)
        }}
      >
        <label>
          New value
          <input
            className={controls.field}
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <Button label="Add the value" type="submit" isBusy={add.isPending} />
      </form>
      {add.error && <ErrorState error={add.error} />}
    </Panel>
  )
}

type ValueFieldsProps = { readonly path: string; readonly value: Value; readonly isSwatch: boolean }

function ValueFields({ path, value, isSwatch }: ValueFieldsProps) {
  const { name, count, samovar } = value
  const item = `${path}/${value.id}`
  const save = useSend((rest, change: Change) => rest.send('PUT', item, change), [path])
  const remove = useSend((rest) => rest.send('DELETE', item, { force: true }), [path])
  const swatch = (change: Partial<Value['samovar']>) => save.mutate({ samovar: change })
  return (
    <>
      {isSwatch && (
        <input
          key={samovar.tint}
          type="color"
          className={styles.tint}
          aria-label={`Colour of ${name}`}
          defaultValue={samovar.tint ?? '#ffffff'}
          // The native event comes once a colour is chosen, and not with every step of the way.
          ref={(input) => {
            if (input) input.onchange = () => swatch({ tint: input.value })
          }}
        />
      )}
      <span className={styles.name}>
        <input
          key={name}
          className={controls.field}
          aria-label={`Name of ${name}`}
          defaultValue={name}
          maxLength={200}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
          onBlur={({ target }) => {
            if (target.value.trim() === '') target.value = name
            if (target.value !== name) save.mutate({ name: target.value })
          }}
        />
      </span>
      <span className={styles.soft}>{count === 1 ? '1 product' : `${count} products`}</span>
      {isSwatch && (
        <>
          <MediaButton
            label={samovar.image_id > 0 ? 'Change picture' : 'Picture'}
            onPick={({ id }) => swatch({ image_id: id })}
          />
          {(samovar.image_id > 0 || samovar.tint) && (
            <Button label="No swatch" onClick={() => swatch({ image_id: 0, tint: null })} />
          )}
        </>
      )}
      <ConfirmButton
        label="Delete"
        question={`Delete ${name}?`}
        text="Products lose it, and variations that are it are no longer sold."
        confirmLabel="Delete permanently"
        run={() => remove.mutateAsync()}
      />
      {save.error && <ErrorState error={save.error} />}
    </>
  )
}
