import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { countLineBreaks } from '../../../platform/csv.ts'

/** The file as a whole is unreadable; none of it is imported. */
export class FileError extends Error {}

export type CsvRow =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly problem: string }

/** Limit that stops an unclosed quote from consuming the whole file. */
const MAX_ROW_LENGTH = 1_000_000

/**
 * Yields the header first and skips empty lines. A row with a stray quote carries its error; a file that is no CSV
 * throws a `FileError`.
 */
export async function* readCsv(path: string): AsyncGenerator<CsvRow> {
  // The parser reads ahead: `records` is the number of rows before its error.
  const quoteErrors: { readonly line: number; readonly records: number }[] = []
  let lastErrorLine = 0
  let broken: { readonly error: CsvError; readonly records: number } | undefined
  const parser = parse({
    delimiter: await delimiterOf(path),
    record_delimiter: '\n',
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: MAX_ROW_LENGTH,
    on_skip: (error) => {
      if (!error) return
      const records = Number(error.records)
      // After a stray quote parsing resumes on the next line; any other error makes the rest of the file unreliable.
      if (error.code === 'INVALID_OPENING_QUOTE') {
        const line = Number(error.lines)
        // The parser reports every stray quote of a row; one is enough.
        if (lastErrorLine !== line) quoteErrors.push({ line, records })
        lastErrorLine = line
      } else broken ??= { error, records }
    },
  })
  const quoteErrorsUpTo = (records: number): CsvRow[] => {
    const later = quoteErrors.findIndex((error) => error.records > records)
    const errors = quoteErrors.splice(0, later === -1 ? quoteErrors.length : later)
    return errors.map(({ line }) => ({ line, problem: STRAY_QUOTE }))
  }
  let records = 0
  let lastLine = 0
  const text = Readable.from(textOf(path, () => broken !== undefined))
  text.on('error', (error) => parser.destroy(error))
  try {
    for await (const parsed of text.pipe(parser)) {
      if (broken && records >= broken.records) break
      const { info, record } = parsed as { info: { lines: number }; record: string[] }
      const inside = info.lines - lastLine > 1 ? countLineBreaks(record) : 0
      lastLine = info.lines
      records += 1
      yield { line: info.lines - inside, cells: record }
      yield* quoteErrorsUpTo(records)
    }
  } finally {
    text.destroy()
  }
  if (broken) throw new FileError(errorText(broken.error, lastLine + 1))
  yield* quoteErrorsUpTo(Number.MAX_SAFE_INTEGER)
}

const STRAY_QUOTE = 'a quote stands inside a cell that is not quoted'

function errorText(error: CsvError, line: number): string {
  const row = `The row that begins in line ${line}`
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return `${row} has a quote that is never closed.`
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return `${row} is longer than a million characters: a quote in it is not closed.`
  return `Line ${Number(error.lines)} has text after a closing quote; a quote inside a cell must be doubled.`
}

/** Decodes the file; ends early once `isOver` returns true. */
async function* textOf(path: string, isOver: () => boolean): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let lines = 1
  let heldReturn = ''
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    if (isOver()) return
    let text: string
    try {
      text = heldReturn + decoder.decode(chunk as Buffer, { stream: true })
    } catch {
      throw encodingError(lines)
    }
    // A carriage return at the end of a chunk may be the first half of CRLF.
    heldReturn = text.endsWith('\r') ? '\r' : ''
    const complete = (heldReturn ? text.slice(0, -1) : text).replace(/\r\n?/g, '\n')
    lines += complete.split('\n').length - 1
    yield complete
  }
  try {
    yield heldReturn.replace('\r', '\n') + decoder.decode()
  } catch {
    throw encodingError(lines)
  }
}

const encodingError = (line: number) =>
  new FileError(`The file is not UTF-8 text (after line ${line}). Save it as "CSV UTF-8" and try again.`)

async function delimiterOf(path: string): Promise<',' | ';' | '\t'> {
  const file = await open(path, 'r').catch((error: Error) => {
    throw new FileError(`The file cannot be opened: ${error.message}`)
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0).catch((error: Error) => {
      throw new FileError(`The file cannot be read: ${error.message}`)
    })
    if (bytesRead === 0) throw new FileError('The file is empty.')
    const [first = 0, second = 0] = buffer
    if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
      throw new FileError('The file is UTF-16 text. Save it as "CSV UTF-8" and try again.')
    }
    const [header = ''] = buffer.toString('utf8', 0, bytesRead).split(/[\r\n]/, 1)
    const outside = header.replace(/"[^"]*"/g, '')
    const count = (delimiter: string) => outside.split(delimiter).length
    if (count(';') > count(',') && count(';') >= count('\t')) return ';'
    return count('\t') > count(',') ? '\t' : ','
  } finally {
    await file.close()
  }
}
