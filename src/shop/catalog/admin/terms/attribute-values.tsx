import { useState } from 'react'
import { ConfirmButton } from '../../../../platform/admin/confirm-button.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import { MediaButton } from '../../../../platform/admin/fields/media-picker.tsx'
import { Button, ErrorState, Panel } from '../../../../platform/admin/parts.tsx'
import { useSend } from '../../../../platform/admin/resource.ts'
import styles from './term-rows.module.css'
import { TermRows } from './term-rows.tsx'
import { type Term, useTerms } from './terms.ts'

type AttributeValuesProps = { readonly path: string; readonly isSwatch: boolean; readonly isArranged: boolean }

/** The values of an attribute. Each change is saved at once. */
export function AttributeValues({ path, isSwatch, isArranged }: AttributeValuesProps) {
  const { data = [] } = useTerms(path)
  const [name, setName] = useState('')
  const last = Math.max(0, ...data.map((one) => one.menu_order))
  const add = useSend((rest) => rest.send('POST', path, { name, menu_order: last + 1 }), [path], {
    onSuccess: () => setName(''),
  })
  return (
    <Panel id="values" title="Values">
      <TermRows path={path} steps={isArranged ? ['up', 'down'] : []} empty="No values yet">
        {(value) => <ValueFields path={path} value={value} isSwatch={isSwatch} />}
      </TermRows>
      <form
        className={styles.add}
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') add.mutate()
        }}
      >
        <label>
          New value
          <input className={controls.field} value={name} onChange={({ target }) => setName(target.value)} />
        </label>
        <Button label="Add the value" type="submit" isBusy={add.isPending} />
      </form>
      {add.error && <ErrorState error={add.error} />}
    </Panel>
  )
}

type ValueFieldsProps = { readonly path: string; readonly value: Term; readonly isSwatch: boolean }

function ValueFields({ path, value: { id, name, samovar }, isSwatch }: ValueFieldsProps) {
  const save = useSend((rest, change: object) => rest.send('PUT', `${path}/${id}`, change), [path])
  const remove = useSend((rest) => rest.send('DELETE', `${path}/${id}`, { force: true }), [path])
  const swatch = (change: Partial<Term['samovar']>) => save.mutate({ samovar: change })
  return (
    <>
      {isSwatch && (
        <input
          key={samovar.tint}
          type="color"
          className={styles.tint}
          aria-label={`Colour of ${name}`}
          defaultValue={samovar.tint ?? '#ffffff'}
          // The native `change` event fires once a colour is chosen, React's `onChange` at every step before.
          ref={(input) => {
            if (input) input.onchange = () => swatch({ tint: input.value })
          }}
        />
      )}
      <input
        key={name}
        className={styles.name}
        aria-label={`Name of ${name}`}
        defaultValue={name}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        onBlur={({ target }) => target.value !== name && save.mutate({ name: target.value })}
      />
      {isSwatch && <MediaButton label="Picture" onPick={(picture) => swatch({ image_id: picture.id })} />}
      {isSwatch && (samovar.image_id > 0 || samovar.tint) && (
        <Button label="No swatch" onClick={() => swatch({ image_id: 0, tint: null })} />
      )}
      <ConfirmButton
        label="Delete"
        question={`Delete ${name}?`}
        text="Products lose this value, and variations with it are no longer sold."
        confirmLabel="Delete permanently"
        run={() => remove.mutateAsync()}
      />
      {save.error && <ErrorState error={save.error} />}
    </>
  )
}
