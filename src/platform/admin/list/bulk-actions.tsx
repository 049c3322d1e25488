import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ConfirmButton } from '../confirm-button.tsx'
import { focusTitle } from '../focus-title.client.ts'
import { Button, ErrorState } from '../parts.tsx'
import type { Resource } from '../resource.ts'
import { useSend } from '../resource.ts'
import { useToast } from '../toast.tsx'
import bulk from './bulk-actions.module.css'
import { type BulkAction, deleteItems } from './change-items.ts'

type BulkBarProps<T> = {
  readonly resource: Resource
  readonly actions: readonly BulkAction<T>[]
  readonly items: readonly T[]
  readonly onDone: () => void
  readonly children?: ReactNode
}

/** Runs an action, shows its result, and offers to undo it. Its error is gone once `resetOn` changes. */
export function useBulkAction<T>(resource: Resource, onDone?: () => void, resetOn?: unknown) {
  const queries = useQueryClient()
  const toast = useToast()
  const [progress, setProgress] = useState<{ readonly text: string; readonly stop: () => void }>()
  const report = (text: string) => toast.show({ text })
  const refetch = () => queries.invalidateQueries({ queryKey: [resource.rest] })
  const job = useSend(
    (rest, { action, items }: { readonly action: BulkAction<T>; readonly items: readonly T[] }) => {
      const stopping = new AbortController()
      const stop = () => {
        stopping.abort()
        setProgress({ text: 'Stopping …', stop })
      }
      const reporting = { report: (text: string) => setProgress({ text, stop }), signal: stopping.signal }
      return action.run(items, rest, reporting).finally(() => setProgress(undefined))
    },
    [resource.rest],
    {
      onSuccess: ({ text, undo }) => {
        const undoAndShow = async (run: NonNullable<typeof undo>) => {
          try {
            await run(report)
          } finally {
            await refetch()
          }
        }
        toast.show({ text, undo: undo && (() => undoAndShow(undo)) })
        onDone?.()
      },
    },
  )
  const { isError, reset } = job
  const former = useRef(resetOn)
  useEffect(() => {
    if (isError && former.current !== resetOn) reset()
    former.current = resetOn
  }, [isError, reset, resetOn])
  return { ...job, progress }
}

type ActionButtonsProps<T, A extends BulkAction<T>> = {
  readonly actions: readonly A[]
  readonly items: readonly T[]
  readonly disabled?: boolean
  readonly run: (action: A) => Promise<unknown>
}

/** Buttons of the available actions; irreversible ones ask for confirmation. */
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

/** Focuses the stop button, because the pressed button has been removed. */
const focus = (stop: HTMLButtonElement | null) => stop?.focus()

export function BulkBar<T>({ resource, actions, items, onDone, children }: BulkBarProps<T>) {
  const job = useBulkAction<T>(resource, onDone, items.length === 0)
  const isEmpty = items.length === 0
  const wasEmpty = useRef(isEmpty)
  useEffect(() => {
    // The bar is gone, and with it the button that was pressed.
    if (isEmpty && !wasEmpty.current && document.activeElement === document.body) focusTitle()
    wasEmpty.current = isEmpty
  }, [isEmpty])
  if (isEmpty) return null
  return (
    <div className={bulk.bar} role="group" aria-label="With those selected">
      <p role="status">{job.progress?.text ?? `${items.length} selected`}</p>
      {job.progress ? (
        <Button label="Stop" ref={focus} onClick={job.progress.stop} />
      ) : (
        <>
          <ActionButtons
            actions={actions}
            items={items}
            disabled={job.isPending}
            run={async (action) => job.mutate({ action, items })}
          />
          {children}
        </>
      )}
      <button type="button" className={bulk.clear} onClick={onDone}>
        Clear
      </button>
      {job.isError && <ErrorState error={job.error} />}
    </div>
  )
}

export const deleteAction = <T extends { readonly id: number }>(
  resource: Resource,
  nameOf: (item: T) => string,
): BulkAction<T> => ({
  label: 'Delete permanently',
  question: `The selected ${resource.names[1]} will be gone for good.`,
  run: (items, rest, progress) => deleteItems(rest, { resource, nameOf }, items, progress),
})
