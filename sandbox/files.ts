import { createHash } from 'node:crypto'
import { ApiError, invalidRequest } from './api-error.ts'
import { newId, unixSeconds } from './api-objects.ts'
import { type ApiResult, type Call, findOrThrow, success } from './call.ts'
import { type FormFields, type FormValue, rejectUnknown, requiredText } from './form.ts'
import { findObject, insertObject } from './sandbox.store.ts'

/** A file that was sent; its content is checked and not stored. */
export type SentFile = { name: string; bytes: Buffer }

export type File = {
  id: string
  object: 'file'
  created: number
  expires_at: null
  filename: string
  links: { object: 'list'; data: never[]; has_more: false; url: string }
  purpose: 'dispute_evidence'
  size: number
  title: null
  type: string
  url: string
}

const MAX_FILE_BYTES = 5_000_000

/** The size limit of a request with a file: the file and the form around it. */
export const MAX_FILE_REQUEST_BYTES = MAX_FILE_BYTES + 64 * 1024

/** The limit for all files of one dispute together. */
const MAX_EVIDENCE_BYTES = 4_500_000

/** Fields and file of a multipart form. The fields contain the digest of the file, for idempotency keys. */
export async function decodeMultipart(
  body: ArrayBuffer,
  contentType: string,
): Promise<{ params: FormFields; file: SentFile | null }> {
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData().catch(() => null)
  if (!form) throw invalidRequest('The request body is not a valid form.')
  const params: FormFields = {}
  let file: SentFile | null = null
  for (const [name, value] of form) {
    if (typeof value === 'string') params[name] = value
    else {
      const bytes = Buffer.from(await value.arrayBuffer())
      params[name] = createHash('sha256').update(bytes).digest('hex')
      if (name === 'file') file = { name: value.name, bytes }
    }
  }
  return { params, file }
}

const signatures: readonly (readonly [type: string, start: string])[] = [
  ['pdf', '255044462d'],
  ['jpg', 'ffd8ff'],
  ['png', '89504e470d0a1a0a'],
]

/** Accepts a document as evidence in a dispute: a PDF, JPEG or PNG. */
export async function createFile(call: Call): Promise<ApiResult> {
  rejectUnknown(call.params, ['file', 'purpose', 'expand'])
  const purpose = requiredText(call.params, 'purpose')
  if (purpose !== 'dispute_evidence') throw invalidRequest(`Invalid purpose: ${purpose}`, { param: 'purpose' })
  if (!call.file) throw invalidRequest('Missing required param: file.', { code: 'parameter_missing', param: 'file' })
  const { name, bytes } = call.file
  const start = bytes.subarray(0, 8).toString('hex')
  const [type] = signatures.find(([, signature]) => start.startsWith(signature)) ?? []
  if (type === undefined)
    throw invalidRequest('Files for dispute_evidence must be a PDF, JPEG or PNG.', { param: 'file' })
  if (bytes.length > MAX_FILE_BYTES)
    throw new ApiError(400, { type: 'invalid_request_error', message: 'The file is too large.', param: 'file' })
  const id = newId('file')
  const file: File = {
    id,
    object: 'file',
    created: unixSeconds(call.now),
    expires_at: null,
    filename: name,
    links: { object: 'list', data: [], has_more: false, url: `/v1/file_links?file=${id}` },
    purpose,
    size: bytes.length,
    title: null,
    type,
    url: `${call.publicOrigin}/v1/files/${id}/contents`,
  }
  await insertObject(call.tx, call.account, 'file', { data: file }, call.now)
  return success(file)
}

export async function retrieveFile(call: Call, id: string): Promise<ApiResult> {
  return success(await findOrThrow<File>(call, 'file', id))
}

/** Checks that evidence refers to uploaded files, and that their total size is within the limit. */
export async function checkEvidenceFiles(call: Call, names: readonly string[], evidence: FormFields): Promise<void> {
  let size = 0
  for (const name of names) {
    const id: FormValue | undefined = evidence[name]
    if (id === undefined || id === '') continue
    const stored = typeof id === 'string' ? await findObject(call.tx, call.account, id) : null
    if (stored?.kind !== 'file')
      throw invalidRequest(`No such file upload: '${typeof id === 'string' ? id : ''}'`, { param: `evidence[${name}]` })
    size += (stored.data as File).size
  }
  if (size > MAX_EVIDENCE_BYTES)
    throw invalidRequest('The combined size of the evidence files is larger than 4.5 MB.', { param: 'evidence' })
}
