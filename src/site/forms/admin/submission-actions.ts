import { type BulkAction, countOf } from '../../../platform/admin/list/change-items.ts'
import { resourceOf, useSend } from '../../../platform/admin/resource.ts'
import type { RestClient } from '../../../platform/admin/rest.client.ts'
import { paths } from '../../../platform/web/routes.ts'
import type { SubmissionJson } from '../rest/submission-json.ts'
import type { SubmissionMove } from '../submissions/manage-submissions.ts'
import type { Folder } from '../submissions/submissions.store.ts'

export const messages = resourceOf(['message', 'messages'], 'Messages', paths.restSubmissions, paths.adminMessages)

export type Action = BulkAction<SubmissionJson> & {
  readonly key?: string
  readonly isOffered: (items: readonly SubmissionJson[]) => boolean
}

const idsOf = (items: readonly { readonly id: number }[]) => items.map(({ id }) => id)

const sendMove = async (rest: RestClient, ids: readonly number[], to: Folder) =>
  (await rest.send<{ moved: SubmissionMove[] }>('POST', paths.restSubmissionMoves, { ids, to })).moved

const doneTexts: Readonly<Record<Folder, string>> = {
  inbox: 'moved to the inbox',
  spam: 'marked as spam',
  trash: 'moved to the trash',
}

const move = (key: string, label: string, from: readonly Folder[], to: Folder): Action => ({
  key,
  label,
  isOffered: (items) => items.every(({ status }) => from.includes(status)),
  async run(items, rest) {
    const moves = await sendMove(rest, idsOf(items), to)
    const moved = moves.filter((one) => one.to === to)
    const unkept = countOf(moves.length - moved.length, messages.names)
    const texts = [
      moved.length > 0 || moves.length === 0 ? `${countOf(moved.length, messages.names)} ${doneTexts[to]}.` : '',
      moved.length < moves.length ? `${unkept} not kept, as the form or the sender asked: only the emails go out.` : '',
    ]
    const undo = async () => {
      for (const [folder, group] of Map.groupBy(moved, ({ from }) => from)) await sendMove(rest, idsOf(group), folder)
    }
    return { text: texts.filter(Boolean).join(' '), ...(moved.length > 0 && { undo }) }
  },
})

const sendMark = async (rest: RestClient, ids: readonly number[], read: boolean) =>
  (await rest.send<{ changed: number[] }>('POST', paths.restSubmissionMarks, { ids, read })).changed

const mark = (label: string, read: boolean): Action => ({
  key: 'n',
  label,
  isOffered: (items) => items.some((item) => item.status === 'inbox' && item.read !== read),
  async run(items, rest) {
    const changed = await sendMark(rest, idsOf(items), read)
    return {
      text: `${countOf(changed.length, messages.names)} marked as ${read ? 'read' : 'unread'}.`,
      undo: () => sendMark(rest, changed, !read),
    }
  },
})

export const actions: readonly Action[] = [
  move('a', 'Not spam', ['spam'], 'inbox'),
  move('a', 'Restore', ['trash'], 'inbox'),
  mark('Read', true),
  mark('Unread', false),
  move('s', 'Spam', ['inbox'], 'spam'),
  move('d', 'Trash', ['inbox', 'spam'], 'trash'),
  {
    label: 'Delete permanently',
    question: 'With its files and the emails about it, it will be gone for good.',
    isOffered: (items) => items.every(({ status }) => status !== 'inbox'),
    async run(items, rest) {
      await rest.send('POST', paths.restSubmissionDeletions, { ids: idsOf(items) })
      return { text: `${countOf(items.length, messages.names)} deleted.` }
    },
  },
]

/** Opening a message marks it as read, without a notice. */
export const useMarkRead = () => useSend((rest, id: number) => sendMark(rest, [id], true), [paths.restSubmissions])
