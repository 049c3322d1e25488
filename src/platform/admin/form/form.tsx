import { type ReactNode, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  get,
  type Path,
  type PathValue,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { Button, ErrorState } from '../parts.tsx'
import { RestError } from '../rest.client.ts'
import styles from './form.module.css'
import { useUnsavedChanges } from './unsaved.ts'

/** A submission: an endpoint takes either all values or only the changes. */
export type Edit<T> = {
  readonly values: T
  readonly changes: Partial<T>
  readonly before: T
  /** Values typed since the submission, by field name. */
  readonly typedSince: () => TypedValues
}

export type TypedValues = Readonly<Record<string, unknown>>

type EditFormProps<T extends FieldValues> = {
  readonly initial: T
  /** Initial unsaved values, typed while the item was being created. */
  readonly typed?: TypedValues | undefined
  /** Resolves to the saved values; if undefined, those of the form. */
  readonly save: (edit: Edit<T>) => Promise<T | undefined>
  readonly labels: { readonly save: string; readonly saved: string }
  /** Fields for errors without a field, by error code. */
  readonly errorFields?: Readonly<Record<string, Path<T>>> | undefined
  readonly className?: string | undefined
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** Form over saved values: shows server errors at their fields, saves on Ctrl+S, and warns before changes are lost. */
export function EditForm<T extends FieldValues>(props: EditFormProps<T>) {
  const { initial, typed, save, labels, errorFields, className = styles.form, actions, children } = props
  const form = useForm<T>({ defaultValues: initial as DefaultValues<T> })
  const element = useRef<HTMLFormElement>(null)
  const [outcome, setOutcome] = useState<Error | 'saved' | null>(null)
  const { isDirty, isSubmitting, dirtyFields } = form.formState
  useUnsavedChanges(isDirty, isSubmitting)
  useSaveKey(element)
  // Shows refetched data, but not while editing: its newer `version` would overwrite somebody else's changes.
  const shownJson = useRef(JSON.stringify(initial))
  useEffect(() => {
    const text = JSON.stringify(initial)
    if (text === shownJson.current || isDirty) return
    shownJson.current = text
    form.reset(initial)
  }, [form, initial, isDirty])
  useEffect(() => {
    if (typed) restore(form, typed)
  }, [form, typed])

  // Without the note, the effect would reset the form once more, and lose what is changed in between.
  const discard = () => {
    shownJson.current = JSON.stringify(initial)
    form.reset(initial)
  }
  const submit = async (values: T) => {
    const changes = Object.fromEntries(Object.keys(dirtyFields).map((name) => [name, values[name]])) as Partial<T>
    const before = form.formState.defaultValues as T
    const touched = new Set<Path<T>>()
    const stopWatching = form.subscribe({
      formState: { values: true },
      callback: ({ name }) => name && touched.add(name as Path<T>),
    })
    const typedSince = () =>
      Object.fromEntries(
        [...touched]
          .map((name) => [name, form.getValues(name) as unknown] as const)
          .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(get(values, name))),
      )
    setOutcome(null)
    try {
      const saved = (await save({ values, changes, before, typedSince })) ?? values
      const unsaved = typedSince()
      form.reset(saved)
      restore(form, unsaved)
      setOutcome('saved')
    } catch (error) {
      const problem = error instanceof Error ? error : new Error(String(error))
      const isAtFields = showFieldErrors(form, element.current, problem, errorFields)
      setOutcome(isAtFields ? null : problem)
    } finally {
      stopWatching()
    }
  }
  return (
    <FormProvider {...form}>
      <form ref={element} className={className} noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
        {children}
        <div className={styles.foot} data-save-bar>
          {outcome instanceof Error && (
            <div className={styles.problem}>
              <ErrorState error={outcome} />
            </div>
          )}
          <Button
            label={isSubmitting ? 'Saving …' : labels.save}
            kind="primary"
            type="submit"
            disabled={!isDirty || isSubmitting}
            title="Ctrl+S"
          />
          {isDirty && !isSubmitting && <Button label="Discard changes" onClick={discard} />}
          <p role="status" className={styles.soft}>
            {outcome === 'saved' && !isDirty ? labels.saved : ''}
            <FieldErrorCount form={form} />
          </p>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      </form>
    </FormProvider>
  )
}

function restore<T extends FieldValues>(form: UseFormReturn<T>, typed: TypedValues): void {
  for (const [name, value] of Object.entries(typed))
    form.setValue(name as Path<T>, value as PathValue<T, Path<T>>, { shouldDirty: true })
}

function FieldErrorCount<T extends FieldValues>({ form }: { form: UseFormReturn<T> }) {
  const count = countErrors(form.formState.errors)
  if (count === 0) return null
  return (
    <span className={styles.wrong}>{count === 1 ? 'One field needs' : `${count} fields need`} your attention.</span>
  )
}

/** Counts errors, which are nested for lists and groups. A single error has a text as its type. */
const countErrors = (errors: object): number =>
  'type' in errors && typeof errors.type === 'string'
    ? 1
    : Object.values(errors).reduce<number>((sum, error) => sum + (error ? countErrors(error as object) : 0), 0)

/** Shows messages of a refused request at their fields. False if one has no field here. */
function showFieldErrors<T extends FieldValues>(
  form: UseFormReturn<T>,
  element: HTMLFormElement | null,
  error: Error,
  errorFields: Readonly<Record<string, Path<T>>> = {},
): boolean {
  if (!(error instanceof RestError) || error.failure.kind !== 'refused') return false
  const { code, message, fields } = error.failure
  const errorField = errorFields[code]
  const messages = errorField === undefined ? Object.entries(fields) : [[errorField, message] as const]
  // Lists are a single field, but errors name items by index, as in `emails[0]`.
  const fieldErrors = messages.map(([name, text]) => [nearestField(element, name), text] as const)
  if (fieldErrors.length === 0 || fieldErrors.some(([name]) => name === null)) return false
  for (const [index, [name, text]] of fieldErrors.entries())
    form.setError(name as Path<T>, { type: 'server', message: text }, { shouldFocus: index === 0 })
  return true
}

/** The field with this name, or with the value that contains it. */
function nearestField(element: HTMLFormElement | null, name: string): string | null {
  const path = name.replaceAll(/\[(\d+)\]/g, '.$1')
  for (let part = path; part !== ''; part = part.replace(/\.?[^.]*$/, ''))
    if (element?.querySelector(`[data-field="${CSS.escape(part)}"]`)) return part
  return null
}

function useSaveKey(form: { readonly current: HTMLFormElement | null }): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      if (document.querySelector('dialog:modal')?.contains(form.current) === false) return
      const button = form.current?.querySelector<HTMLButtonElement>('button[type=submit]')
      if (button && button.ariaDisabled !== 'true') form.current?.requestSubmit(button)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [form])
}
