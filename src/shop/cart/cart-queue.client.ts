type Task = () => Promise<void>

const pending: Task[] = []
let isBusy = false

/** Runs adds, removals and changes one request at a time, in order (ATC-09). */
export function queue(task: Task): Promise<void> {
  return new Promise((resolve) => {
    pending.push(() => task().finally(resolve))
    void runPending()
  })
}

async function runPending(): Promise<void> {
  if (isBusy) return
  isBusy = true
  for (let task = pending.shift(); task; task = pending.shift()) {
    // A failed task does not block the next ones; the error still reaches the console.
    await task().catch(reportError)
  }
  isBusy = false
}
