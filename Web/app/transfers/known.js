// @ts-check

/** The upload as the server has it. */
export class Known {
  /** @param {any} reply of the server's */
  constructor(reply) {
    this.id = String(reply.upload_id);
    this.chunkSize = Number(reply.chunk_size);
    this.have = new Set(/** @type {number[]} */ (reply.chunks.map((/** @type {any} */ chunk) => chunk.id)));
    this.resource = reply.resource;
  }

  /**
   * @param {number} size of the file
   * @returns {number[]} in order
   */
  missing(size) {
    const total = Math.ceil(size / this.chunkSize);
    const numbers = [];
    for (let number = 1; number <= total; number += 1) if (!this.have.has(number)) numbers.push(number);
    return numbers;
  }

  /** @param {number} size of the file @returns {number} bytes that are safe */
  safe(size) {
    const total = Math.ceil(size / this.chunkSize);
    const last = this.have.has(total) ? this.chunkSize - (size - (total - 1) * this.chunkSize) : 0;
    return this.have.size * this.chunkSize - last;
  }
}
