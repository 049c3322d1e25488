// Preloaded into the shop's programs: when the command that started one is killed, the program shuts down cleanly.
const parent = Number(process.env.SAMOVAR_PARENT)
delete process.env.SAMOVAR_PARENT

if (parent) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}
