/** Where nginx is, which is no part of the repository; null where it is missing. Debian has it where only root looks. */
export function findNginx(): string | null {
  return Bun.which('nginx', { PATH: `${process.env.PATH}:/usr/sbin` })
}
