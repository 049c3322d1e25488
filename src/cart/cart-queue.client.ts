type Task = () => Promise<void>

const waiting: Task[] = []
let isBusy = false

/** One request at a time, adds, removals and changes together, in the order they were asked for (ATC-09). */
export function queue(task: Task): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(() => task().finally(resolve))
    void work()
  })
}

async function work(): Promise<void> {
  if (isBusy) return
  isBusy = true
  for (let task = waiting.shift(); task; task = waiting.shift()) {
    // One that goes wrong must not hold up the others; the browser's console still hears of it.
    await task().catch(reportError)
  }
  isBusy = false
}
