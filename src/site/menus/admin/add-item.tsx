import { useId, useState } from 'react'
import { Combobox } from '../../../platform/admin/combobox.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { useEntities } from '../../../platform/admin/fields/use-entities.ts'
import { Button } from '../../../platform/admin/parts.tsx'
import { type PickableKind, pickableKinds, type Row } from './menu-rows.ts'
import styles from './menu-tree.module.css'

type AddItemProps = {
  readonly menu: string
  readonly hasColumns: boolean
  readonly onAdd: (item: Omit<Row, 'key' | 'depth'>, depth?: number) => void
}

const blankLink = { kind: 'link', id: 0, label: '', href: '', title: '', url: '' } as const

export function AddItem({ menu, hasColumns, onAdd }: AddItemProps) {
  const [kind, setKind] = useState<PickableKind>('page')
  const kinds = Object.keys(pickableKinds) as PickableKind[]
  return (
    <fieldset className={styles.add}>
      <legend>Add to: {menu}</legend>
      <select
        className={controls.field}
        aria-label="Kind of item"
        value={kind}
        onChange={(event) => setKind(event.target.value as PickableKind)}
      >
        {kinds.map((one) => (
          <option key={one} value={one}>
            {pickableKinds[one].name}
          </option>
        ))}
      </select>
      <Picker key={kind} kind={kind} onPick={(id, title) => onAdd({ ...blankLink, kind, id, title })} />
      <Button onClick={() => onAdd(blankLink)}>Add an address</Button>
      {hasColumns && <Button onClick={() => onAdd(blankLink, 0)}>Add a column</Button>}
    </fieldset>
  )
}

type PickerProps = { readonly kind: PickableKind; readonly onPick: (id: number, title: string) => void }

function Picker({ kind, onPick }: PickerProps) {
  const { name, entities } = pickableKinds[kind]
  const { search } = useEntities(entities, [])
  const id = useId()
  return (
    <Combobox control={{ id, 'aria-label': name }} {...search} onPick={(option) => onPick(option.id, option.label)} />
  )
}
