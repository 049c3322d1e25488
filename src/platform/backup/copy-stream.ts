/** PostgreSQL's COPY as streams in constant memory: the driver parses its messages, but has no streams for them. */
import { Readable, Writable } from 'node:stream'
import type pg from 'pg'

/** Methods of the driver's connection that are missing in its types. */
type Wire = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}
type CopyData = { readonly chunk: Buffer }
type Complete = { readonly text: string }

/** Rows arrive one by one, and are passed on in chunks of this size. */
const PIECE_BYTES = 65_536

const rowsOf = ({ text }: Complete): number => Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0)

/** The result of `COPY … TO STDOUT`. `rows` is available when it ends. */
export class CopyOut extends Readable {
  rows = 0
  #wire: pg.Connection | undefined
  #rows: Buffer[] = []
  #bytes = 0
  readonly #text: string

  constructor(text: string) {
    super()
    this.#text = text
  }

  submit(wire: pg.Connection): void {
    this.#wire = wire
    wire.query(this.#text)
  }

  handleCopyData({ chunk }: CopyData, wire: pg.Connection): void {
    // A copy, because the driver reuses the buffer of a message.
    this.#rows.push(Buffer.from(chunk))
    this.#bytes += chunk.length
    if (this.#bytes >= PIECE_BYTES && !this.#pass()) wire.stream.pause()
  }

  #pass(): boolean {
    const piece = Buffer.concat(this.#rows)
    this.#rows = []
    this.#bytes = 0
    return piece.length === 0 || this.push(piece)
  }

  handleCommandComplete(message: Complete): void {
    this.rows = rowsOf(message)
  }

  handleReadyForQuery(): void {
    this.#pass()
    this.push(null)
  }

  handleError(error: Error): void {
    this.destroy(error)
  }

  override _read(): void {
    this.#wire?.stream.resume()
  }
}

/** A stream into `COPY … FROM STDIN`. `rows` is available when it has finished. */
export class CopyIn extends Writable {
  rows = 0
  readonly #text: string
  #wire: Wire | undefined
  /** Callback of the server's response to the start or the end. */
  #pending: ((error?: Error) => void) | undefined

  constructor(text: string) {
    super()
    this.#text = text
  }

  submit(wire: pg.Connection): void {
    wire.query(this.#text)
  }

  handleCopyInResponse(wire: Wire): void {
    this.#wire = wire
    this.#settle()
  }

  handleCommandComplete(message: Complete): void {
    this.rows = rowsOf(message)
  }

  handleReadyForQuery(): void {
    this.#settle()
  }

  handleError(error: Error): void {
    this.#settle(error)
  }

  #settle(error?: Error): void {
    const done = this.#pending
    this.#pending = undefined
    if (done) done(error)
    else if (error) this.destroy(error)
  }

  override _construct(done: (error?: Error) => void): void {
    this.#pending = done
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#wire?.sendCopyFromChunk(chunk)
    if (this.#wire?.stream.writableNeedDrain) this.#wire.stream.once('drain', done)
    else done()
  }

  override _final(done: (error?: Error) => void): void {
    this.#pending = done
    this.#wire?.endCopyFrom()
  }
}
