/**
 * A program for tests: opens the embedded database of the directory in the first argument, prints its URL as one line
 * of JSON, and holds it until SIGTERM. With `count` as second argument it also inserts rows and prints each number
 * after its commit.
 */
import { connect } from '../../src/platform/database/connect.ts'
import { openEmbedded } from '../../src/platform/database/embedded.ts'

const [directory = '', job] = process.argv.slice(2)
const database = await openEmbedded(directory)
const { pool, close } = connect(database.url)
let isStopping = false

process.on('SIGTERM', () => {
  isStopping = true
})
process.stdout.write(`${JSON.stringify({ url: database.url })}\n`)

if (job === 'count') {
  await pool.query('CREATE TABLE IF NOT EXISTS counted (number int PRIMARY KEY)')
  const { rows } = await pool.query<{ last: number | null }>('SELECT max(number) AS last FROM counted')
  for (let number = (rows[0]?.last ?? 0) + 1; !isStopping; number++) {
    await pool.query('INSERT INTO counted VALUES ($1)', [number])
    process.stdout.write(`${number}\n`)
  }
}
while (!isStopping) await new Promise((resolve) => setTimeout(resolve, 20))
await close()
await database.stop()
