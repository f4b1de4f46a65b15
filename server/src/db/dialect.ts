import { Kysely, PostgresDialect, PostgresDriver, type PostgresDialectConfig } from "kysely";
import type { Pool } from "pg";
import { noteConnectionFailure } from "./unavailable.ts";

/**
 * Queries over a pool. A transaction that fails reports why, whatever becomes of its rollback, and what a connection fails with
 * is known as a failure of the database wherever it ends up.
 */
export function queriesOver<Tables>(pool: Pool): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new NotingDialect({ pool }),
    log: (event) => void (event.level === "error" && noteConnectionFailure(event.error)),
  });
}

class NotingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new NotingDriver(this.#config);
  }
}

class NotingDriver extends PostgresDriver {
  override async acquireConnection(...of: Parameters<PostgresDriver["acquireConnection"]>) {
    return super.acquireConnection(...of).catch((error: unknown) => {
      throw noteConnectionFailure(error);
    });
  }

  /**
   * A rollback fails because its connection is broken. The driver then discards the connection, and PostgreSQL undoes what was
   * under way on it, so nothing is left to do; the error would only replace the one that says what happened.
   */
  override async rollbackTransaction(...of: Parameters<PostgresDriver["rollbackTransaction"]>): Promise<void> {
    await super.rollbackTransaction(...of).catch(() => {});
  }
}
