/**
 * A program for tests: opens the embedded database of the directory named first, says its address on one line of JSON, and holds it
 * until SIGTERM. With `count` as second argument it also writes rows and says each number after its commit.
 */
import { connect } from '../../src/database/connect.ts'
import { openEmbedded } from '../../src/database/embedded.ts'

const [directory = '', job] = process.argv.slice(2)
const database = await openEmbedded(directory)
const { pool, close } = connect(database.url)
let isLeaving = false

process.on('SIGTERM', () => {
  isLeaving = true
})
process.stdout.write(`${JSON.stringify({ url: database.url })}\n`)

if (job === 'count') {
  await pool.query('CREATE TABLE IF NOT EXISTS counted (number int PRIMARY KEY)')
  const { rows } = await pool.query<{ last: number | null }>('SELECT max(number) AS last FROM counted')
  for (let number = (rows[0]?.last ?? 0) + 1; !isLeaving; number++) {
    await pool.query('INSERT INTO counted VALUES ($1)', [number])
    process.stdout.write(`${number}\n`)
  }
}
while (!isLeaving) await new Promise((resolve) => setTimeout(resolve, 20))
await close()
await database.stop()
