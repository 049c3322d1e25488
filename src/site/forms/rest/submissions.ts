import { z } from 'zod'
import { csvOf } from '../../../people/privacy/personal-data.ts'
import { defineCall, type RestResult } from '../../../platform/rest/call.ts'
import { addError, batchIds, day, ids, pageFields, search, windowOf } from '../../../platform/rest/fields.ts'
import { MAX_ID } from '../../../platform/rest/params.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import { endOfShopDay, shopDayOf } from '../../../platform/time/shop-time.ts'
import { paths } from '../../../platform/web/routes.ts'
import { submissionsRead as capability } from '../capabilities.ts'
import type { FormContext } from '../context.ts'
import {
  deleteSubmissions,
  markSubmissions,
  moveSubmissions,
  replyToSubmission,
} from '../submissions/manage-submissions.ts'
import * as store from '../submissions/submissions.store.ts'
import { csvRecord, submissionDetailsJson, submissionJson } from './submission-json.ts'

const MAX_EXPORTED = 10_000
const MAX_REPLY_LENGTH = 20_000

const filterFields = {
  search,
  status: z.enum(store.folders).default('inbox'),
  form: ids,
  read: z.enum(['read', 'unread']).optional(),
  from: day((start) => start)
    .optional()
    .describe('First day, in the time zone of the shop.'),
  until: day(endOfShopDay).optional().describe('Last day, in the time zone of the shop.'),
}

const replyText = z.string().transform((value, context) => {
  const text = value.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '').trim()
  if (text === '' || text.length > MAX_REPLY_LENGTH)
    addError(context, `{name} has 1 to ${MAX_REPLY_LENGTH} characters.`)
  return text
})

const notFound: RestError = {
  status: 404,
  code: 'samovar_submission_invalid_id',
  message: 'This is not there any more.',
}

const refusals = {
  'no-address': 'Its sender gave no email address.',
  'not-in-inbox': 'Move it to the inbox first.',
  'switched-off': 'Answers to messages are switched off among the types of emails.',
} as const

async function detailsResult(shop: FormContext, id: number): Promise<RestResult> {
  const submission = await store.findSubmission(shop.db, id)
  if (!submission) return notFound
  const [files, emails] = await Promise.all([store.filesOf(shop.db, id), store.emailsOf(shop.db, submission)])
  return { json: submissionDetailsJson(submission, files, emails) }
}

const listing = { method: 'GET', capability } as const
const editing = { method: 'POST', capability, action: 'edit' } as const

export const submissionCalls = [
  defineCall({
    summary: 'Lists messages of contact forms, newest first',
    ...listing,
    path: paths.restSubmissions,
    query: z.object({ ...pageFields, ...filterFields }),
    async handler(shop: FormContext, { query }) {
      const { page, per_page } = query
      const { items, ...counted } = await store.listSubmissions(shop.db, { ...query, ...windowOf(query) })
      return { items: items.map(submissionJson), page, per_page, ...counted }
    },
  }),
  defineCall({
    summary: 'Retrieves the number of messages per status and form, and of unread messages',
    ...listing,
    path: paths.restSubmissionCounts,
    action: 'list',
    handler: async (shop: FormContext) => ({ json: await store.countSubmissions(shop.db) }),
  }),
  defineCall({
    summary: `Exports at most ${MAX_EXPORTED} messages of contact forms as CSV, with a column for each field`,
    ...listing,
    path: paths.restSubmissionExport,
    action: 'list',
    returnsFile: true,
    query: z.object(filterFields),
    async handler(shop: FormContext, { query }) {
      const all = await store.listSubmissions(shop.db, { ...query, limit: MAX_EXPORTED, offset: 0 })
      const { items, total, isMore } = all
      if (isMore || total > MAX_EXPORTED) {
        const message = `These are ${isMore ? 'more than ' : ''}${total} messages. Choose days, so that there are at most ${MAX_EXPORTED}.`
        return { status: 413, code: 'samovar_submissions_too_many', message }
      }
      const name = `messages-${shopDayOf(shop.now())}.csv`
      const body = new TextEncoder().encode(await csvOf(items.map(csvRecord)))
      return { download: { name, type: 'text/csv; charset=UTF-8', body } }
    },
  }),
  defineCall({
    summary: 'Moves messages to the inbox, to spam or to the trash, and returns the moved ones',
    ...editing,
    path: paths.restSubmissionMoves,
    body: z.object({ ids: batchIds, to: z.enum(store.folders) }),
    handler: async (shop: FormContext, { body: { ids, to } }) => ({
      json: { moved: await moveSubmissions(shop, ids, to) },
    }),
  }),
  defineCall({
    summary: 'Marks messages as read or unread, and returns the changed ones',
    ...editing,
    path: paths.restSubmissionMarks,
    body: z.object({ ids: batchIds, read: z.boolean() }),
    handler: async (shop: FormContext, { body: { ids, read } }) => ({
      json: { changed: await markSubmissions(shop.db, ids, read) },
    }),
  }),
  defineCall({
    summary: 'Deletes messages in spam or in the trash permanently',
    method: 'POST',
    path: paths.restSubmissionDeletions,
    capability,
    action: 'delete',
    body: z.object({ ids: batchIds }),
    handler: async (shop: FormContext, { body: { ids } }) => ({
      json: { deleted: await deleteSubmissions(shop.db, ids) },
    }),
  }),
  defineCall({
    summary: 'Retrieves a message of a contact form',
    ...listing,
    path: '/wp-json/samovar/v1/submissions/:submission{[0-9]+}',
    handler: (shop: FormContext, { id }) => detailsResult(shop, id),
  }),
  defineCall({
    summary: 'Replies to a message by email',
    method: 'POST',
    path: '/wp-json/samovar/v1/submissions/:submission{[0-9]+}/replies',
    capability,
    body: z.object({ text: replyText }),
    async handler(shop: FormContext, { id, body, user }) {
      const replied = await replyToSubmission(shop, id, user, body.text)
      if (replied.ok) return detailsResult(shop, id)
      const { problem } = replied
      if (problem === 'gone') return notFound
      return { status: 409, code: 'samovar_submission_no_reply', message: refusals[problem] }
    },
  }),
  defineCall({
    summary: 'Downloads a file of a message',
    ...listing,
    path: '/wp-json/samovar/v1/submissions/:submission{[0-9]+}/files/:file{[0-9]+}',
    returnsFile: true,
    async handler(shop: FormContext, { id, path }) {
      const submissionId = Number(path.submission)
      const file = submissionId > MAX_ID ? null : await store.findFile(shop.db, submissionId, id)
      if (!file) return notFound
      const body = new Uint8Array(file.bytes)
      return { download: { name: file.name, type: 'application/octet-stream', body } }
    },
  }),
]
