import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { useLocation, useNavigate, useParams } from 'react-router'
import { useAdminContext } from '../admin-context.tsx'
import { ConfirmButton } from '../confirm-button.tsx'
import { useListHref } from '../list/list-state.ts'
import { QueryState, ScreenHeader, useRest, WaitingPanel } from '../parts.tsx'
import { type Resource, restItem, screenOf, useDelete } from '../resource.ts'
import { useToast } from '../toast.tsx'
import styles from './form.module.css'
import { EditForm, type TypedValues } from './form.tsx'
import { LoadTogether } from './load-together.tsx'

type FormScreenProps<Json, Values extends FieldValues> = {
  readonly resource: Resource
  readonly titleOf: (item: Json) => string
  readonly empty: Values
  readonly toValues: (item: Json) => Values
  /** Converts the values to the request body, if it differs. */
  readonly toBody?: (values: Values) => object
  readonly savedText?: string
  /** Fields for errors without a field, by error code. */
  readonly errorFields?: Readonly<Record<string, Path<Values>>>
  /** The `context` parameter for reading the item. */
  readonly context?: 'edit'
  readonly badge?: (item: Json, asOf: number) => ReactNode
  readonly deletion?: string
  readonly aside?: (item: Json) => ReactNode
  /** Rendered below the form, and saved separately. */
  readonly below?: (item: Json) => ReactNode
  readonly children: ReactNode
}

/** Creates an item of a resource, or edits the one whose id is in the path. */
export function FormScreen<Json extends { readonly id: number }, Values extends FieldValues>(
  props: FormScreenProps<Json, Values>,
) {
  const [param] = Object.values(useParams())
  return param === undefined ? <NewItem {...props} /> : <Item key={param} id={Number(param)} {...props} />
}

function NewItem<Json extends { readonly id: number }, Values extends FieldValues>(
  props: FormScreenProps<Json, Values>,
) {
  const { resource, empty, toBody = (values) => values, errorFields, children } = props
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const [one] = resource.names
  return (
    <>
      <ScreenHeader title={`New ${one}`} backLink={{ to: useListHref(resource.screen), label: resource.title }} />
      <LoadTogether>
        <EditForm
          initial={empty}
          errorFields={errorFields}
          className={styles.screen}
          labels={{ save: `Create the ${one}`, saved: '' }}
          save={async ({ values, typedSince }) => {
            const created = await rest.send<Json>('POST', resource.rest + queryOf(props), toBody(values))
            queries.setQueryData([resource.rest, created.id], created)
            void queries.invalidateQueries({ queryKey: [resource.rest] })
            toast.show({ text: `The ${one} was created.` })
            await navigate(screenOf(resource, created.id), { replace: true, state: { typed: typedSince() } })
            return values
          }}
        >
          {children}
        </EditForm>
      </LoadTogether>
    </>
  )
}

function Item<Json extends { readonly id: number }, Values extends FieldValues>(
  props: FormScreenProps<Json, Values> & { readonly id: number },
) {
  const { id, resource, titleOf, toValues, toBody = (values) => values, errorFields, badge, aside, children } = props
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const [one] = resource.names
  const up = useListHref(resource.screen)
  const backLink = { to: up, label: resource.title }
  const item = useRest<Json>([resource.rest, id], restItem(resource, id) + queryOf(props))
  const { data } = item
  const typed = useTypedBefore()
  return (
    <>
      <ScreenHeader title={data ? titleOf(data) : `${one.charAt(0).toUpperCase()}${one.slice(1)}`} backLink={backLink}>
        {data && badge?.(data, item.dataUpdatedAt)}
      </ScreenHeader>
      {!data && <QueryState query={item} backLink={backLink} placeholder={<WaitingPanel />} />}
      {data && (
        <LoadTogether>
          <div className={aside ? styles.columns : undefined}>
            <EditForm
              initial={toValues(data)}
              errorFields={errorFields}
              className={styles.screen}
              labels={{ save: 'Save changes', saved: props.savedText ?? 'Saved.' }}
              actions={props.deletion && <DeleteButton resource={resource} id={id} up={up} text={props.deletion} />}
              typed={typed}
              save={async ({ values, before }) => {
                const saved = await rest.send<Json>(
                  'PUT',
                  restItem(resource, id) + queryOf(props),
                  changesOf(toBody(before), toBody(values)),
                )
                queries.setQueryData([resource.rest, id], saved)
                void queries.invalidateQueries({ queryKey: [resource.rest] })
                return toValues(saved)
              }}
            >
              {children}
            </EditForm>
            {aside?.(data)}
          </div>
          {props.below?.(data)}
        </LoadTogether>
      )}
    </>
  )
}

const queryOf = ({ context }: { readonly context?: 'edit' }): string => (context ? `?context=${context}` : '')

/** What was typed while this item was being created. Read once, so that a reload does not restore it. */
function useTypedBefore(): TypedValues | undefined {
  const location = useLocation()
  const navigate = useNavigate()
  const [typed] = useState(() => (location.state as { readonly typed?: TypedValues } | null)?.typed)
  useEffect(() => {
    if (typed) void navigate(location.pathname, { replace: true })
  }, [typed, navigate, location.pathname])
  return typed
}

/**
 * Only the changed fields, so that a save does not undo changes of others, and always the `version` (of a product in
 * `samovar`).
 */
export const changesOf = (before: object, after: object): object => {
  const earlier = new Map<string, unknown>(Object.entries(before))
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) =>
        name === 'version' || name === 'samovar' || JSON.stringify(value) !== JSON.stringify(earlier.get(name)),
    ),
  )
}

type DeleteButtonProps = {
  readonly resource: Resource
  readonly id: number
  readonly up: string
  readonly text: string
}

function DeleteButton({ resource, id, up, text }: DeleteButtonProps) {
  const remove = useDelete(resource)
  const [one] = resource.names
  return (
    <ConfirmButton
      label={`Delete this ${one}`}
      question={`Delete this ${one}?`}
      text={text}
      confirmLabel="Delete permanently"
      run={() => remove(id, { text: `The ${one} was deleted.`, to: up })}
    />
  )
}
