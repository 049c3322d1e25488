import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ConfirmButton } from '../confirm-button.tsx'
import { Button, ErrorState } from '../parts.tsx'
import type { Resource } from '../resource.ts'
import { useSend } from '../resource.ts'
import type { RestClient } from '../rest.client.ts'
import { useToast } from '../toast.tsx'
import bulk from './bulk-actions.module.css'

export type BulkAction<T> = {
  readonly label: string
  readonly isOffered?: (items: readonly T[]) => boolean
  /** Asked before what cannot be undone; undefined for items with which it can. */
  readonly question?: string | ((items: readonly T[]) => string | undefined)
  /** Resolves to a sentence on what was done, and how to undo it. */
  readonly run: (
    items: readonly T[],
    rest: RestClient,
  ) => Promise<{ readonly text: string; readonly undo?: () => Promise<unknown> }>
}

type BulkBarProps<T> = {
  readonly resource: Resource
  readonly actions: readonly BulkAction<T>[]
  readonly items: readonly T[]
  readonly onDone: () => void
  readonly children?: ReactNode
}

/** Runs an action, says what was done, and offers to undo it. */
export function useBulkAction<T>(resource: Resource, onDone?: () => void) {
  const queries = useQueryClient()
  const toast = useToast()
  const refetch = () => queries.invalidateQueries({ queryKey: [resource.rest] })
  return useSend(
    (rest, { action, items }: { readonly action: BulkAction<T>; readonly items: readonly T[] }) =>
      action.run(items, rest),
    [resource.rest],
    {
      onSuccess: ({ text, undo }) => {
        toast.show({ text, undo: undo && (() => undo().then(refetch)) })
        onDone?.()
      },
    },
  )
}

type ActionButtonsProps<T, A extends BulkAction<T>> = {
  readonly actions: readonly A[]
  readonly items: readonly T[]
  readonly disabled?: boolean
  readonly run: (action: A) => Promise<unknown>
}

/** Buttons of the actions that are offered; what cannot be undone is asked for. */
export const ActionButtons = <T, A extends BulkAction<T>>({
  actions,
  items,
  disabled,
  run,
}: ActionButtonsProps<T, A>) =>
  actions
    .filter((action) => action.isOffered?.(items) ?? true)
    .map((action) => {
      const { label, question } = action
      const text = typeof question === 'function' ? question(items) : question
      if (text === undefined)
        return <Button key={label} label={label} disabled={disabled} onClick={() => void run(action).catch(() => {})} />
      return (
        <ConfirmButton
          key={label}
          label={label}
          question={`${label}?`}
          text={text}
          confirmLabel={label}
          run={() => run(action)}
        />
      )
    })

export function BulkBar<T>({ resource, actions, items, onDone, children }: BulkBarProps<T>) {
  const job = useBulkAction<T>(resource, onDone)
  if (items.length === 0) return null
  return (
    <div className={bulk.bar} role="group" aria-label="With those selected">
      <p>{items.length} selected</p>
      <ActionButtons
        actions={actions}
        items={items}
        disabled={job.isPending}
        run={(action) => job.mutateAsync({ action, items })}
      />
      {children}
      <button type="button" className={bulk.clear} onClick={onDone}>
        Clear
      </button>
      {job.isError && <ErrorState error={job.error} />}
    </div>
  )
}

/** '1 coupon', '3 coupons'. */
export const countOf = (count: number, [one, many]: Resource['names']): string => `${count} ${count === 1 ? one : many}`

type Batch = { readonly update?: readonly object[]; readonly delete?: readonly number[] }

/** Sends WooCommerce's batch request; a refused item is an error that names how many were refused. */
export async function sendBatch(rest: RestClient, resource: Resource, batch: Batch): Promise<void> {
  const answer = await rest.send<Record<string, readonly { error?: { message: string } }[]>>(
    'POST',
    `${resource.rest}/batch`,
    batch,
  )
  const refused = Object.values(answer).flatMap((results) => results.flatMap(({ error }) => error ?? []))
  if (refused.length > 0)
    throw new Error(`${countOf(refused.length, resource.names)} could not be changed: ${refused[0]?.message}`)
}

export const deleteAction = <T extends { readonly id: number }>(resource: Resource): BulkAction<T> => ({
  label: 'Delete permanently',
  question: `The selected ${resource.names[1]} will be gone for good.`,
  run: async (items, rest) => {
    await sendBatch(rest, resource, { delete: items.map((item) => item.id) })
    return { text: `${countOf(items.length, resource.names)} deleted.` }
  },
})
