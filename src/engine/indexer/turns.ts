/** One piece of work after the other; what fails, fails for itself. */
export class Turns {
  #last: Promise<void> | undefined;

  take(work: () => Promise<void>): Promise<void> {
    const before = this.#last;
    const mine = (async () => {
      await before?.catch(() => undefined);
      await work();
    })();
    this.#last = mine;
    void mine
      .catch(() => undefined)
      .finally(() => {
        if (this.#last === mine) this.#last = undefined;
      });
    return mine;
  }
}
