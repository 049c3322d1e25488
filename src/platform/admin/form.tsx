import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import controls from './controls.module.css'
import styles from './form.module.css'
import { ErrorState } from './parts.tsx'

export type Change<T> = <K extends keyof T>(name: K, value: T[K]) => void

/** What a form submits: an endpoint takes all values or only the changes. */
export type Edit<T> = { readonly values: T; readonly changes: Partial<T> }

type EditFormProps<T, Saved> = {
  readonly initial: T
  readonly save: UseMutationResult<Saved, Error, Edit<T>>
  readonly labels: { readonly save: string; readonly saved: string }
  readonly className?: string | undefined
  readonly children: (values: T, change: Change<T>) => ReactNode
}

/** Form over saved values with a footer that saves or discards the changes and reports the result. */
export function EditForm<T extends object, Saved>({
  initial,
  save,
  labels,
  className = styles.form,
  children,
}: EditFormProps<T, Saved>) {
  const [changes, setChanges] = useState<Partial<T>>({})
  const values = { ...initial, ...changes }
  const change: Change<T> = (name, value) => {
    if (!save.isPending) save.reset()
    setChanges((before) => ({ ...before, [name]: value }))
  }
  const isChanged = Object.keys(changes).length > 0
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) save.mutate({ values, changes }, { onSuccess: () => setChanges({}) })
      }}
    >
      {children(values, change)}
      <div className={styles.foot}>
        {save.isError && (
          <div className={styles.problem}>
            <ErrorState error={save.error} />
          </div>
        )}
        <button type="submit" className={controls.primary} disabled={!isChanged || save.isPending}>
          {save.isPending ? 'Saving …' : labels.save}
        </button>
        {isChanged && !save.isPending && (
          <button type="button" className={controls.button} onClick={() => setChanges({})}>
            Undo
          </button>
        )}
        <p role="status" className={styles.soft}>
          {save.isSuccess && !isChanged ? labels.saved : ''}
        </p>
      </div>
    </form>
  )
}

type CheckProps = { label: string; checked: boolean; onChange: (isChecked: boolean) => void }

export function Check({ label, checked, onChange }: CheckProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  )
}

type NumberFieldProps = { label: string; value: number; min: number; max: number; onChange: (value: number) => void }

export function NumberField({ label, value, min, max, onChange }: NumberFieldProps) {
  return (
    <label className={styles.field}>
      {label}
      <input
        type="number"
        className={controls.field}
        min={min}
        max={max}
        required
        value={Number.isNaN(value) ? '' : value}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </label>
  )
}

type RadioChoiceProps<V extends string> = {
  readonly name: string
  readonly options: readonly { readonly value: V; readonly name: string }[]
  readonly value: V
  readonly onChange: (value: V) => void
}

export const RadioChoice = <V extends string>({ name, options, value, onChange }: RadioChoiceProps<V>) =>
  options.map((option) => (
    <label key={option.value} className={styles.check}>
      <input type="radio" name={name} checked={value === option.value} onChange={() => onChange(option.value)} />
      {option.name}
    </label>
  ))
