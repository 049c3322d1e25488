import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import type { CommentStatus } from '../comments.table.ts'
import type { CommentStatusChange } from '../moderate-comments.ts'
import type { CommentJson } from '../rest/comment-json.ts'

export type Undo = { readonly text: string; readonly run: () => Promise<void> }

export type Moderation = {
  readonly undo: Undo | null
  readonly error: Error | null
  readonly isBusy: boolean
  setStatus(ids: readonly number[], to: CommentStatus): void
  /** Permanent; asks for confirmation and cannot be undone. */
  remove(ids: readonly number[]): void
  edit(item: CommentJson, changes: { readonly text: string; readonly rating?: number | null }): Promise<void>
  reply(item: CommentJson, text: string): Promise<void>
}

const statusText: Readonly<Record<CommentStatus, string>> = {
  approved: 'approved',
  pending: 'moved back to waiting',
  spam: 'marked as spam',
  trash: 'moved to the bin',
}

/** Moderation actions, each with undo. */
export function useModeration(): Moderation {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const [undo, setUndo] = useState<Undo | null>(null)
  const job = useMutation({
    mutationFn: (work: () => Promise<Undo | null>) => work(),
    onSuccess: (next) => setUndo(next),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['comments'] }),
        queries.invalidateQueries({ queryKey: ['comment-counts'] }),
      ]),
  })
  const perform = async (work: () => Promise<Undo | null>): Promise<void> => {
    await job.mutateAsync(work)
  }
  const undoOf = (text: string, restore: () => Promise<unknown>): Undo => ({
    text,
    run: () =>
      perform(async () => {
        await restore()
        return null
      }).catch(() => {}),
  })
  const send = async (ids: readonly number[], to: CommentStatus): Promise<readonly CommentStatusChange[]> =>
    (await rest.send<{ moved: CommentStatusChange[] }>('POST', hrefs.restCommentMoves(), { ids, to })).moved

  /** Restores each comment's former status. */
  const restoreStatuses = async (changes: readonly CommentStatusChange[]): Promise<void> => {
    for (const state of new Set(changes.map((one) => one.from))) {
      await send(
        changes.filter((one) => one.from === state).map((one) => one.id),
        state,
      )
    }
  }

  return {
    undo,
    error: job.error,
    isBusy: job.isPending,
    setStatus: (ids, to) => {
      if (ids.length === 0) return
      job.mutate(async () => {
        const changes = await send(ids, to)
        return changes.length === 0
          ? null
          : undoOf(`${countText(changes.length)} ${statusText[to]}.`, () => restoreStatuses(changes))
      })
    },
    remove: (ids) => {
      if (ids.length === 0 || !confirm(`Delete ${countText(ids.length).toLowerCase()} for good?`)) return
      job.mutate(async () => {
        await rest.send('POST', hrefs.restCommentDeletions(), { ids })
        return null
      })
    },
    edit: (item, changes) =>
      perform(async () => {
        await rest.send('PUT', hrefs.restComment(item.id), changes)
        const before = { text: item.text, ...(changes.rating === undefined ? {} : { rating: item.rating }) }
        return undoOf('Changes saved.', () => rest.send('PUT', hrefs.restComment(item.id), before))
      }),
    reply: (item, text) =>
      perform(async () => {
        const path = hrefs.restCommentReplies(item.id)
        const reply = await rest.send<CommentJson & { approved: boolean }>('POST', path, { text })
        return undoOf(reply.approved ? 'Approved and answered.' : 'Answered.', async () => {
          await rest.send('POST', hrefs.restCommentDeletions(), { ids: [reply.id] })
          if (reply.approved) await send([item.id], item.status)
        })
      }),
  }
}

const countText = (count: number): string => (count === 1 ? 'One review' : `${count} reviews`)
