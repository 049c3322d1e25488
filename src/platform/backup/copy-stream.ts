/** PostgreSQL's COPY as streams, in constant memory: the driver knows the messages but has no streams for them. */
import { Readable, Writable } from 'node:stream'
import type pg from 'pg'

/** What the driver's connection can do besides, which its types do not say. */
type Wire = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}
type CopyData = { readonly chunk: Buffer }
type Complete = { readonly text: string }

/** Rows come one by one, and are passed on in pieces of this size. */
const PIECE_BYTES = 65_536

const rowsOf = ({ text }: Complete): number => Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0)

/** The result of `COPY … TO STDOUT`. Its `rows` are known at its end. */
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
    // The driver uses the memory of a message again.
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

/** What is written is the input of `COPY … FROM STDIN`. Its `rows` are known when it has finished. */
export class CopyIn extends Writable {
  rows = 0
  readonly #text: string
  readonly #wire: Promise<Wire>
  #open: (wire: Wire) => void = () => {}
  #finish: ((error?: Error) => void) | undefined

  constructor(text: string) {
    super()
    this.#text = text
    this.#wire = new Promise((resolve) => {
      this.#open = resolve
    })
  }

  submit(wire: pg.Connection): void {
    wire.query(this.#text)
  }

  handleCopyInResponse(wire: Wire): void {
    this.#open(wire)
  }

  handleCommandComplete(message: Complete): void {
    this.rows = rowsOf(message)
  }

  handleReadyForQuery(): void {
    this.#finish?.()
  }

  handleError(error: Error): void {
    if (this.#finish) this.#finish(error)
    else this.destroy(error)
    this.#finish = undefined
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    void this.#wire.then((wire) => {
      wire.sendCopyFromChunk(chunk)
      if (wire.stream.writableNeedDrain) wire.stream.once('drain', done)
      else done()
    })
  }

  override _final(done: (error?: Error) => void): void {
    this.#finish = done
    void this.#wire.then((wire) => wire.endCopyFrom())
  }
}
